// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** What a task does with the batches of its partition: it adds a column for each call. */
final class Batches extends AbstractFunction1<Iterator<ColumnarBatch>, Iterator<ColumnarBatch>>
    implements Serializable {
    private static final long serialVersionUID = 1;

    private final List<ColumnCall> calls;

    Batches(List<ColumnCall> calls) {
        this.calls = calls;
    }

    @Override
    public Iterator<ColumnarBatch> apply(Iterator<ColumnarBatch> batches) {
        List<ColumnDigester> digesters = new ArrayList<>();
        TaskCompletionListener end = task -> digesters.forEach(ColumnDigester::close);
        TaskContext.get().addTaskCompletionListener(end);
        calls.forEach(call -> digesters.add(new ColumnDigester(call)));
        return new AbstractIterator<>() {
            @Override
            public boolean hasNext() {
                return batches.hasNext();
            }

            @Override
            public ColumnarBatch next() {
                return extended(batches.next(), digesters);
            }
        };
    }

    private static ColumnarBatch extended(ColumnarBatch batch, List<ColumnDigester> digesters) {
        ColumnVector[] columns = new ColumnVector[batch.numCols() + digesters.size()];
        for (int i = 0; i < batch.numCols(); ++i) {
            columns[i] = batch.column(i);
        }
        for (int i = 0; i < digesters.size(); ++i) {
            columns[batch.numCols() + i] = digesters.get(i).digest(batch);
        }
        return new ColumnarBatch(columns, batch.numRows());
    }
}
