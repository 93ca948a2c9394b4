// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.types.DataType;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** A call as the user wrote it, without a key that stands in it. Its only child computes the result. */
public final class Call extends Expression implements Serializable {
    private static final long serialVersionUID = 1;

    private final String text;
    private final Expression invoke;

    /** Spark calls it with the two elements of the product when it copies the object. */
    public Call(String text, Expression invoke) {
        this.text = text;
        this.invoke = invoke;
    }

    Expression invoke() {
        return invoke;
    }

    @Override
    public Seq<Expression> children() {
        return CollectionConverters.asScala(List.of(invoke)).toList();
    }

    @Override
    public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
        return new Call(text, children.apply(0));
    }

    @Override
    public DataType dataType() {
        return invoke.dataType();
    }

    @Override
    public boolean nullable() {
        return invoke.nullable();
    }

    @Override
    public boolean foldable() {
        return invoke.foldable();
    }

    @Override
    public Object eval(InternalRow row) {
        return invoke.eval(row);
    }

    @Override
    public ExprCode doGenCode(CodegenContext context, ExprCode code) {
        return invoke.genCode(context);
    }

    @Override
    public String sql() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }

    @Override
    public Object productElement(int i) {
        return i == 0 ? text : invoke;
    }

    @Override
    public int productArity() {
        return 2;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof Call;
    }

    // Two calls of the same function with the same arguments are equal, however they were written.
    @Override
    public boolean equals(Object other) {
        return other instanceof Call call && invoke.equals(call.invoke);
    }

    @Override
    public int hashCode() {
        return invoke.hashCode();
    }
}
