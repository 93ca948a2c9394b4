// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import scala.Function1;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** What the setting spark.sql.extensions names: it adds the functions of the table to a session. */
public final class Extensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    /** A function: its name, the least and the largest number of arguments, how a call is built, what DESCRIBE shows. */
    private record Entry(String name, int least, int most, Function<Builder, Expression> build, String usage) {
    }

    private static final int ANY = Integer.MAX_VALUE;
    private static final List<Entry> FUNCTIONS = List.of(
        new Entry("hashlane_digest", 2, 2, Builder::digest,
            "_FUNC_(algorithm, value) - the digest"),
        new Entry("hashlane_hex", 2, 2, Builder::hex,
            "_FUNC_(algorithm, value) - the digest in hexadecimal digits"),
        new Entry("hashlane_xof", 3, 3, Builder::xof,
            "_FUNC_(algorithm, value, length) - output of an XOF"),
        new Entry("hashlane_mac", 3, 3, Builder::mac,
            "_FUNC_(algorithm, key, value) - the tag of a MAC"),
        new Entry("hashlane_mac_named", 3, 3, Builder::macNamed,
            "_FUNC_(algorithm, name, value) - the tag, with a key of the key file"),
        new Entry("hashlane_row", 1, ANY, Builder::row,
            "_FUNC_(algorithm, a, b, ...) - the digest of a row of values"),
        new Entry("hashlane_row_bytes", 0, ANY, Builder::rowBytes,
            "_FUNC_(a, b, ...) - the message that hashlane_row digests"),
        new Entry("hashlane_agg", 2, 2, Builder::agg,
            "_FUNC_(algorithm, array) - the digest of values in order"),
        new Entry("hashlane_merkle_root", 2, 2, Builder::merkleRoot,
            "_FUNC_(algorithm, array) - the root of the tree of RFC 9162"),
        new Entry("hashlane_set_agg", 2, 2, Builder::setAgg,
            "_FUNC_(algorithm, value) - aggregate: the digest of values in any order"),
        new Entry("hashlane_version", 0, 0, Builder::version,
            "_FUNC_() - the version"));

    private static Expression build(Entry entry, Seq<Expression> arguments) {
        int n = arguments.size();
        if (n < entry.least || n > entry.most) {
            String wanted = entry.least + (entry.most == ANY ? " or more" : "");
            throw Builder.refuse("hashlane: " + entry.name + " takes " + wanted + " arguments, not " + n);
        }
        return entry.build.apply(new Builder(entry.name, CollectionConverters.asJava(arguments)));
    }

    @Override
    public BoxedUnit apply(SparkSessionExtensions session) {
        for (Entry entry : FUNCTIONS) {
            Function1<Seq<Expression>, Expression> builder = arguments -> build(entry, arguments);
            ExpressionInfo info = new ExpressionInfo(Functions.class.getName(), null, entry.name, entry.usage, "", "", "", "",
                "", "", "built-in");
            session.injectFunction(new Tuple3<>(new FunctionIdentifier(entry.name), info, builder));
        }
        session.injectColumnar(spark -> new BatchRule());
        return BoxedUnit.UNIT;
    }
}
