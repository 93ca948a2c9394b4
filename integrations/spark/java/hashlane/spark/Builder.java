// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Cast$;
import org.apache.spark.sql.catalyst.expressions.CreateStruct$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.catalyst.util.package$;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ObjectType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Option;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Makes the expression of a call out of its arguments, whose types are known, or throws what the analysis throws. */
final class Builder {
    private final String name;
    private final List<Expression> arguments;
    private int secret = -1; // the index of an argument that is a key

    Builder(String name, List<Expression> arguments) {
        this.name = name;
        this.arguments = arguments;
    }

    static <T> Seq<T> seq(List<T> list) {
        return CollectionConverters.asScala(list).toList();
    }

    /** Throws what the analysis of Spark throws. It is written `throw refuse(...)`; T is inferred. */
    @SuppressWarnings("unchecked")
    static <T extends Throwable> RuntimeException refuse(String why) throws T {
        Map<String, String> message = Map$.MODULE$.<String, String>empty().updated("errorMessage", why);
        throw (T) new AnalysisException("USER_RAISED_EXCEPTION", message);
    }

    private RuntimeException wrong(int i, String what, String wanted) {
        return refuse("hashlane: the " + what + " of " + name + " is " + type(i).sql() + ", not " + wanted);
    }

    private DataType type(int i) {
        return arguments.get(i).dataType();
    }

    private static boolean isText(DataType type) {
        return type instanceof StringType;
    }

    private static boolean isNull(DataType type) {
        return type instanceof NullType;
    }

    private static Expression object(Object value) {
        return Literal.create(value, new ObjectType(value.getClass()));
    }

    private Expression text(int i, String what) {
        if (!isText(type(i)) && !isNull(type(i))) {
            throw wrong(i, what, "STRING");
        }
        return arguments.get(i);
    }

    private Expression octets(int i, String what, String advice) {
        if (!isText(type(i)) && !(type(i) instanceof BinaryType) && !isNull(type(i))) {
            throw wrong(i, what, "STRING or BINARY" + advice);
        }
        return arguments.get(i);
    }

    private Expression value(int i) {
        return octets(i, "value", ": CAST it, or use hashlane_row");
    }

    // A name that is a literal is looked up now, so that a wrong one is an error of the analysis; others for each row.
    private Expression hash() {
        Expression algorithm = text(0, "algorithm");
        if (algorithm instanceof Literal literal && literal.value() instanceof UTF8String known) {
            try {
                return object(Hash.find(known.toString()));
            } catch (IllegalArgumentException e) {
                throw refuse(e.getMessage());
            }
        }
        return invoke(Hash.class, new ObjectType(Hash.class), "find", List.of(algorithm));
    }

    private static Expression invoke(Class<?> from, DataType type, String method, List<Expression> arguments) {
        return new StaticInvoke(from, type, method, seq(arguments), seq(List.of()), true, true, true, Option.empty());
    }

    // The arguments that are used make the result; one that is always NULL makes it NULL.
    private Expression call(DataType type, String method, Expression... used) {
        for (Expression argument : used) {
            if (isNull(argument.dataType())) {
                return new Call(written(), Literal.create(null, type));
            }
        }
        return new Call(written(), invoke(Functions.class, type, method, List.of(used)));
    }

    // The call as it was written, but for a key.
    private String written() {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < arguments.size(); ++i) {
            boolean hidden = i == secret && arguments.get(i).foldable();
            shown.add(hidden ? "***" : package$.MODULE$.toPrettySQL(arguments.get(i), false));
        }
        return name + "(" + String.join(", ", shown) + ")";
    }

    Expression digest() {
        return call(DataTypes.BinaryType, "digest", hash(), value(1));
    }

    Expression hex() {
        return call(DataTypes.StringType, "hex", hash(), value(1));
    }

    Expression xof() {
        if (!(type(2) instanceof IntegralType) && !isNull(type(2))) {
            throw wrong(2, "length", "an integer");
        }
        Expression length = isNull(type(2)) ? arguments.get(2)
            : Cast$.MODULE$.apply(arguments.get(2), DataTypes.LongType, false);
        return call(DataTypes.BinaryType, "xof", text(0, "algorithm"), value(1), length);
    }

    Expression mac() {
        secret = 1;
        return call(DataTypes.BinaryType, "mac", text(0, "algorithm"), octets(1, "key", ""), value(2));
    }

    Expression macNamed() {
        return call(DataTypes.BinaryType, "macNamed", text(0, "algorithm"), text(1, "name of the key"), value(2));
    }

    private static Encoding encoding(DataType type) {
        try {
            return Encoding.of(type);
        } catch (IllegalArgumentException e) {
            throw refuse(e.getMessage());
        }
    }

    private static Expression struct(List<Expression> fields) {
        return fields.isEmpty() ? Literal.create(InternalRow.empty(), new StructType())
            : CreateStruct$.MODULE$.apply(seq(fields));
    }

    Expression row() {
        Expression row = struct(arguments.subList(1, arguments.size()));
        return call(DataTypes.BinaryType, "row", hash(), object(encoding(row.dataType())), row);
    }

    Expression rowBytes() {
        Expression row = struct(arguments);
        return call(DataTypes.BinaryType, "rowBytes", object(encoding(row.dataType())), row);
    }

    private DataType elements() {
        if (type(1) instanceof ArrayType array) {
            return array.elementType();
        }
        throw wrong(1, "argument", "an ARRAY, which has an order: use array_sort(collect_list(...))");
    }

    Expression agg() {
        if (isNull(type(1))) {
            return call(DataTypes.BinaryType, "", arguments.get(1));
        }
        return call(DataTypes.BinaryType, "agg", hash(), object(encoding(elements())), arguments.get(1));
    }

    Expression merkleRoot() {
        if (isNull(type(1))) {
            return call(DataTypes.BinaryType, "", arguments.get(1));
        }
        DataType leaf = elements();
        if (!isText(leaf) && !(leaf instanceof BinaryType)) {
            throw wrong(1, "argument", "an ARRAY of STRING or BINARY: hashlane_row_bytes makes one of any values");
        }
        String method = isText(leaf) ? "merkleRootOfText" : "merkleRootOfBinary";
        return call(DataTypes.BinaryType, method, hash(), arguments.get(1));
    }

    Expression setAgg() {
        return new SetAggregate(hash(), arguments.get(1), encoding(new StructType().add("value", type(1))), 0, 0);
    }

    Expression version() {
        return new Call(written(), Literal.create(UTF8String.fromString(Native.version()), DataTypes.StringType));
    }
}
