// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.Platform;

/**
 * Computes one call for whole columns. Up to 1024 values, or 1 MiB of them, are copied out of the heap of Java and
 * digested in one call; a value of more than 64 KiB is digested where it is. The end of a task may call close() while another
 * thread still reads, for example one that writes to a process of Python.
 */
final class ColumnDigester implements AutoCloseable {
    private static final int MOST_ROWS = 1024;
    private static final int MOST_BYTES = 1 << 20;
    private static final int LONGEST = 1 << 16;

    private final ColumnCall call;
    private final int width; // of a digest in bytes
    private final byte[] digests;
    private final int[] rows = new int[MOST_ROWS];
    private OnHeapColumnVector result;
    private long prefix; // of digestMany(); 0 after close()
    private long messages; // MOST_BYTES, then MOST_ROWS ends of 64 bits, then the digests
    private int count = 0;
    private long used = 0;

    ColumnDigester(ColumnCall call) {
        this.call = call;
        this.prefix = call.start();
        this.width = Native.tagSize(prefix);
        this.digests = new byte[MOST_ROWS * width];
        try {
            this.messages = Platform.allocateMemory(MOST_BYTES + (8L + width) * MOST_ROWS);
        } catch (OutOfMemoryError e) {
            Native.end(prefix);
            throw e;
        }
    }

    @Override
    public synchronized void close() {
        if (prefix == 0) {
            return;
        }
        if (result != null) {
            result.close();
        }
        Platform.freeMemory(messages);
        Native.end(prefix);
        prefix = 0;
    }

    private long ends() {
        return messages + MOST_BYTES;
    }

    private long out() {
        return ends() + 8L * MOST_ROWS;
    }

    /** The results for all rows of the batch. They last until the next call. */
    synchronized ColumnVector digest(ColumnarBatch batch) {
        if (prefix == 0) {
            throw new IllegalStateException("hashlane: the task has ended");
        }
        int n = batch.numRows();
        if (result == null) {
            result = new OnHeapColumnVector(n, call.hex() ? DataTypes.StringType : DataTypes.BinaryType);
        }
        result.reset();
        result.reserve(n);
        ColumnVector values = batch.column(call.column());
        for (int i = 0; i < n; ++i) {
            if (values.isNullAt(i)) {
                result.putNull(i);
            } else {
                add(i, call.text() ? Octets.of(values.getUTF8String(i)) : Octets.of(values.getBinary(i)));
            }
        }
        flush();
        return result;
    }

    private void add(int row, Octets value) {
        if (value.size > LONGEST) {
            byte[] digest = call.one(value);
            put(row, call.hex() ? Functions.hex(digest).getBytes() : digest);
            return;
        }
        if (count == MOST_ROWS || value.size > MOST_BYTES - used) {
            flush();
        }
        Platform.copyMemory(value.array, Platform.BYTE_ARRAY_OFFSET + value.first, null, messages + used, value.size);
        used += value.size;
        Platform.putLong(null, ends() + 8L * count, used);
        rows[count] = row;
        ++count;
    }

    private void put(int row, byte[] bytes) {
        result.putArray(row, result.arrayData().appendBytes(bytes.length, bytes, 0), bytes.length);
    }

    private void flush() {
        Native.digestMany(prefix, messages, ends(), count, out(), width);
        Platform.copyMemory(null, out(), digests, Platform.BYTE_ARRAY_OFFSET, (long) count * width);
        byte[] bytes = call.hex() ? Functions.hex(digests).getBytes() : digests;
        int each = call.hex() ? 2 * width : width;
        int first = result.arrayData().appendBytes(count * each, bytes, 0);
        for (int i = 0; i < count; ++i) {
            result.putArray(rows[i], first + i * each, each);
        }
        count = 0;
        used = 0;
    }
}
