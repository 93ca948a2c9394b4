// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.aggregate.ImperativeAggregate;
import org.apache.spark.sql.catalyst.expressions.aggregate.TypedImperativeAggregate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/** hashlane_set_agg. What it keeps for a group is the digests of its rows, which may be joined in any order. */
public final class SetAggregate extends TypedImperativeAggregate<DigestSet> implements Serializable {
    private static final long serialVersionUID = 1;

    private final Expression hash; // an object of Hash, or NULL
    private final Expression value;
    private final Encoding encoding; // of a struct of the value
    private final int mutableOffset;
    private final int inputOffset;

    /** Spark calls it with the elements of the product when it copies the object. */
    public SetAggregate(Expression hash, Expression value, Encoding encoding, int mutableOffset, int inputOffset) {
        this.hash = hash;
        this.value = value;
        this.encoding = encoding;
        this.mutableOffset = mutableOffset;
        this.inputOffset = inputOffset;
    }

    @Override
    public DigestSet createAggregationBuffer() {
        return new DigestSet();
    }

    @Override
    public DigestSet update(DigestSet set, InternalRow input) {
        if (hash.eval(input) instanceof Hash found) {
            set.add(found, encoding.rowMessage(new GenericInternalRow(new Object[] {value.eval(input)})).digest(found));
        } else {
            set.addNull();
        }
        return set;
    }

    @Override
    public DigestSet merge(DigestSet set, DigestSet other) {
        set.addAll(other);
        return set;
    }

    @Override
    public Object eval(DigestSet set) {
        return set.digest();
    }

    @Override
    public byte[] serialize(DigestSet set) {
        return set.toBytes();
    }

    @Override
    public DigestSet deserialize(byte[] bytes) {
        return DigestSet.ofBytes(bytes);
    }

    @Override
    public DataType dataType() {
        return DataTypes.BinaryType;
    }

    @Override
    public boolean nullable() {
        return true;
    }

    @Override
    public String prettyName() {
        return "hashlane_set_agg";
    }

    @Override
    public Seq<Expression> children() {
        return Builder.seq(List.of(hash, value));
    }

    @Override
    public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
        return new SetAggregate(children.apply(0), children.apply(1), encoding, mutableOffset, inputOffset);
    }

    @Override
    public int mutableAggBufferOffset() {
        return mutableOffset;
    }

    @Override
    public int inputAggBufferOffset() {
        return inputOffset;
    }

    @Override
    public ImperativeAggregate withNewMutableAggBufferOffset(int offset) {
        return new SetAggregate(hash, value, encoding, offset, inputOffset);
    }

    @Override
    public ImperativeAggregate withNewInputAggBufferOffset(int offset) {
        return new SetAggregate(hash, value, encoding, mutableOffset, offset);
    }

    @Override
    public Object productElement(int i) {
        return parts()[i];
    }

    @Override
    public int productArity() {
        return 5;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof SetAggregate;
    }

    private Object[] parts() {
        return new Object[] {hash, value, encoding, mutableOffset, inputOffset};
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SetAggregate aggregate && Arrays.equals(parts(), aggregate.parts());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(parts());
    }
}
