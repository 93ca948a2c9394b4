// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;

/** How the values of a type are written into a message: docs/ROW.md. */
public final class Encoding implements Serializable {
    private static final long serialVersionUID = 1;

    /** Writes value i, which is not NULL. */
    private interface Writer {
        void write(SpecializedGetters from, int i, Message to);
    }

    private static final Map<Class<?>, Writer> WRITERS = Map.ofEntries(
        Map.entry(NullType.class, (from, i, to) -> to.put(Message.NULL)),
        Map.entry(BooleanType.class, (from, i, to) -> to.put(from.getBoolean(i) ? Message.TRUE : Message.FALSE)),
        Map.entry(ByteType.class, (from, i, to) -> to.integer(from.getByte(i))),
        Map.entry(ShortType.class, (from, i, to) -> to.integer(from.getShort(i))),
        Map.entry(IntegerType.class, (from, i, to) -> to.integer(from.getInt(i))),
        Map.entry(LongType.class, (from, i, to) -> to.integer(from.getLong(i))),
        Map.entry(FloatType.class, (from, i, to) -> to.float64(from.getFloat(i))),
        Map.entry(DoubleType.class, (from, i, to) -> to.float64(from.getDouble(i))),
        Map.entry(BinaryType.class, (from, i, to) -> to.string(Message.BYTES, Octets.of(from.getBinary(i)))),
        Map.entry(StringType.class, (from, i, to) -> text(from.getUTF8String(i), to)),
        Map.entry(DateType.class, (from, i, to) -> {
            to.put(Message.DATE);
            to.integer(from.getInt(i));
        }),
        Map.entry(TimeType.class, (from, i, to) -> {
            to.put(Message.TIME);
            to.integer(from.getLong(i));
        }),
        Map.entry(TimestampNTZType.class, (from, i, to) -> {
            to.put(Message.LOCAL_TIME);
            to.nanoseconds(from.getLong(i), 0);
        }),
        Map.entry(TimestampType.class, (from, i, to) -> {
            to.put(Message.INSTANT);
            to.nanoseconds(from.getLong(i), 0);
        }));

    private final DataType type;
    private transient Writer writer;

    private Encoding(DataType type, Writer writer) {
        this.type = type;
        this.writer = writer;
    }

    /** Finds the encoding of a type; one that has none is an IllegalArgumentException that names it. */
    static Encoding of(DataType type) {
        return new Encoding(type, writerOf(type));
    }

    private Object readResolve() {
        return of(type);
    }

    private static Writer writerOf(DataType type) {
        if (type instanceof DecimalType decimal) {
            return (from, i, to) -> {
                Decimal value = from.getDecimal(i, decimal.precision(), decimal.scale());
                to.decimal(value.toJavaBigDecimal().unscaledValue(), value.toJavaBigDecimal().scale());
            };
        }
        if (type instanceof ArrayType array) {
            return listWriter(writerOf(array.elementType()));
        }
        if (type instanceof StructType struct) {
            return structWriter(struct);
        }
        Class<?> kind = type instanceof StringType ? StringType.class : type.getClass();
        for (; kind != null; kind = kind.getSuperclass()) { // the class of a type may be that of its one object
            if (WRITERS.containsKey(kind)) {
                return WRITERS.get(kind);
            }
        }
        throw new IllegalArgumentException("hashlane: " + type.sql() + " has no encoding in a row");
    }

    private static void orNull(Writer writer, SpecializedGetters from, int i, Message to) {
        if (from.isNullAt(i)) {
            to.put(Message.NULL);
        } else {
            writer.write(from, i, to);
        }
    }

    private static Writer listWriter(Writer each) {
        return (from, i, to) -> {
            ArrayData values = from.getArray(i);
            to.put(Message.LIST);
            to.leftEncode(values.numElements());
            for (int k = 0; k < values.numElements(); ++k) {
                orNull(each, values, k, to);
            }
        };
    }

    private static Writer[] fieldWriters(StructType struct) {
        Writer[] fields = new Writer[struct.length()];
        for (int i = 0; i < fields.length; ++i) {
            fields[i] = writerOf(struct.apply(i).dataType());
        }
        return fields;
    }

    private static void writeFields(Writer[] fields, InternalRow row, Message to) {
        to.put(Message.STRUCT);
        to.leftEncode(fields.length);
        for (int i = 0; i < fields.length; ++i) {
            orNull(fields[i], row, i, to);
        }
    }

    private static Writer structWriter(StructType struct) {
        Writer[] fields = fieldWriters(struct);
        return (from, i, to) -> writeFields(fields, from.getStruct(i, fields.length), to);
    }

    private static void text(UTF8String value, Message to) {
        if (!value.isValid()) {
            throw new IllegalArgumentException("hashlane: a text is no valid UTF-8: CAST it to BINARY");
        }
        to.string(Message.TEXT, Octets.of(value));
    }

    private static Message start(String domain) {
        Message message = new Message();
        message.encodeString(Octets.of(domain.getBytes(StandardCharsets.US_ASCII)));
        return message;
    }

    /** The message of hashlane_row, of a row whose struct this is the encoding of. */
    Message rowMessage(InternalRow row) {
        Message message = start("hashlane_row");
        writer.write(new GenericInternalRow(new Object[] {row}), 0, message);
        return message;
    }

    /** The message of hashlane_agg, of values that this is the encoding of. */
    Message sequenceMessage(ArrayData values) {
        Message message = start("hashlane_agg");
        for (int i = 0; i < values.numElements(); ++i) {
            orNull(writer, values, i, message);
        }
        return message;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Encoding encoding && type.equals(encoding.type);
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    @Override
    public String toString() {
        return type.simpleString();
    }
}
