// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A call of hashlane_digest, hashlane_hex or hashlane_mac whose value is column `column` of a batch, and whose other
 * arguments are the same in all rows. `hash` is null for a MAC; `algorithm` and `key` are null for a hash.
 */
record ColumnCall(Hash hash, byte[] algorithm, byte[] key, int column, boolean text, boolean hex)
    implements Serializable {
    private static final Set<String> OF_HASHES = Set.of("digest", "hex");

    /** Finds what the call is of the columns of the child; null where it is none. */
    static ColumnCall of(Call call, SparkPlan child) {
        if (!(call.invoke() instanceof StaticInvoke invoke) || invoke.staticObject() != Functions.class) {
            return null;
        }
        List<Expression> arguments = CollectionConverters.asJava(invoke.arguments());
        Expression value = arguments.get(arguments.size() - 1);
        int column = value instanceof Attribute attribute ? columnOf(attribute, child) : -1;
        if (column < 0) {
            return null;
        }
        boolean text = value.dataType() instanceof StringType;
        String method = invoke.functionName();
        if (OF_HASHES.contains(method) && constant(arguments.get(0)) instanceof Hash hash) {
            return new ColumnCall(hash, null, null, column, text, method.equals("hex"));
        }
        if (method.equals("mac") && octets(arguments.get(0)) != null && octets(arguments.get(1)) != null) {
            return new ColumnCall(null, octets(arguments.get(0)), octets(arguments.get(1)), column, text, false);
        }
        return null;
    }

    private static int columnOf(Attribute attribute, SparkPlan child) {
        List<Attribute> columns = CollectionConverters.asJava(child.output());
        for (int i = 0; i < columns.size(); ++i) {
            if (columns.get(i).exprId().equals(attribute.exprId())) {
                return i;
            }
        }
        return -1;
    }

    private static Object constant(Expression e) {
        return e instanceof Literal literal ? literal.value() : null;
    }

    private static byte[] octets(Expression e) {
        Object value = constant(e);
        return value instanceof UTF8String text ? text.getBytes() : value instanceof byte[] bytes ? bytes : null;
    }

    /** Makes what digestMany() needs; a wrong algorithm or key is an IllegalArgumentException. */
    long start() {
        return hash != null ? Native.startHash(hash.address) : Native.startMac(algorithm, key);
    }

    /** The result for one value, before it is written in hexadecimal digits. */
    byte[] one(Octets value) {
        return hash != null ? hash.digest(value.array, value.first, value.size)
            : Native.mac(algorithm, key, value.array, value.first, value.size);
    }
}
