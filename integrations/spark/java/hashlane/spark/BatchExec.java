// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/** An operator that adds columns of digests or tags to the batches of its child. */
public final class BatchExec extends SparkPlan {
    private static final long serialVersionUID = 1;

    private final Seq<NamedExpression> results; // an Alias of a Call each
    private final SparkPlan child;

    /** Spark calls it with the elements of the product when it copies the object. */
    public BatchExec(Seq<NamedExpression> results, SparkPlan child) {
        this.results = results;
        this.child = child;
    }

    @Override
    public String nodeName() {
        return "HashlaneBatch";
    }

    @Override
    public Seq<Attribute> output() {
        List<Attribute> all = new ArrayList<>(CollectionConverters.asJava(child.output()));
        CollectionConverters.asJava(results).forEach(result -> all.add(result.toAttribute()));
        return Builder.seq(all);
    }

    @Override
    public Partitioning outputPartitioning() {
        return child.outputPartitioning();
    }

    @Override
    public Seq<SortOrder> outputOrdering() {
        return child.outputOrdering();
    }

    @Override
    public boolean supportsColumnar() {
        return true;
    }

    @Override
    public RDD<ColumnarBatch> doExecuteColumnar() {
        List<ColumnCall> calls = new ArrayList<>();
        for (NamedExpression result : CollectionConverters.asJava(results)) {
            calls.add(ColumnCall.of((Call) ((Alias) result).child(), child));
        }
        RDD<ColumnarBatch> batches = child.executeColumnar();
        return batches.mapPartitions(new Batches(calls), true, ClassTag$.MODULE$.apply(ColumnarBatch.class));
    }

    @Override
    public RDD<InternalRow> doExecute() {
        throw new UnsupportedOperationException("hashlane: " + nodeName() + " gives batches of columns, not rows");
    }

    @Override
    public Seq<SparkPlan> children() {
        return Builder.seq(List.of(child));
    }

    @Override
    public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> children) {
        return new BatchExec(results, children.apply(0));
    }

    @Override
    public Object productElement(int i) {
        return i == 0 ? results : child;
    }

    @Override
    public int productArity() {
        return 2;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof BatchExec;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BatchExec batch && results.equals(batch.results) && child.equals(batch.child);
    }

    @Override
    public int hashCode() {
        return 31 * results.hashCode() + child.hashCode();
    }
}
