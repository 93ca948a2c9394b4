// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/** What the code that Spark generates calls for one row. No argument is null. */
public final class Functions {
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private Functions() {
    }

    private static byte[] digest(Hash hash, Octets value) {
        return hash.digest(value.array, value.first, value.size);
    }

    public static byte[] digest(Hash hash, byte[] value) {
        return digest(hash, Octets.of(value));
    }

    public static byte[] digest(Hash hash, UTF8String value) {
        return digest(hash, Octets.of(value));
    }

    /** Two digits for each byte. */
    static UTF8String hex(byte[] bytes) {
        byte[] text = new byte[2 * bytes.length];
        for (int i = 0; i < bytes.length; ++i) {
            text[2 * i] = DIGITS[bytes[i] >> 4 & 15];
            text[2 * i + 1] = DIGITS[bytes[i] & 15];
        }
        return UTF8String.fromBytes(text);
    }

    public static UTF8String hex(Hash hash, byte[] value) {
        return hex(digest(hash, value));
    }

    public static UTF8String hex(Hash hash, UTF8String value) {
        return hex(digest(hash, value));
    }

    private static byte[] xof(UTF8String name, Octets value, long length) {
        return Native.xof(name.getBytes(), value.array, value.first, value.size, length);
    }

    public static byte[] xof(UTF8String name, byte[] value, long length) {
        return xof(name, Octets.of(value), length);
    }

    public static byte[] xof(UTF8String name, UTF8String value, long length) {
        return xof(name, Octets.of(value), length);
    }

    private static byte[] mac(UTF8String name, byte[] key, Octets value) {
        return Native.mac(name.getBytes(), key, value.array, value.first, value.size);
    }

    public static byte[] mac(UTF8String name, byte[] key, byte[] value) {
        return mac(name, key, Octets.of(value));
    }

    public static byte[] mac(UTF8String name, byte[] key, UTF8String value) {
        return mac(name, key, Octets.of(value));
    }

    public static byte[] mac(UTF8String name, UTF8String key, byte[] value) {
        return mac(name, key.getBytes(), Octets.of(value));
    }

    public static byte[] mac(UTF8String name, UTF8String key, UTF8String value) {
        return mac(name, key.getBytes(), Octets.of(value));
    }

    private static byte[] macNamed(UTF8String name, UTF8String key, Octets value) {
        return Native.macNamed(name.getBytes(), key.getBytes(), value.array, value.first, value.size);
    }

    public static byte[] macNamed(UTF8String name, UTF8String key, byte[] value) {
        return macNamed(name, key, Octets.of(value));
    }

    public static byte[] macNamed(UTF8String name, UTF8String key, UTF8String value) {
        return macNamed(name, key, Octets.of(value));
    }

    public static byte[] rowBytes(Encoding encoding, InternalRow row) {
        return encoding.rowMessage(row).toArray();
    }

    public static byte[] row(Hash hash, Encoding encoding, InternalRow row) {
        return encoding.rowMessage(row).digest(hash);
    }

    public static byte[] agg(Hash hash, Encoding encoding, ArrayData values) {
        return values.numElements() == 0 ? null : encoding.sequenceMessage(values).digest(hash);
    }

    private static byte[] merkleRoot(Hash hash, ArrayData values, boolean text) {
        Message leaves = new Message();
        int[] ends = new int[values.numElements()];
        for (int i = 0; i < ends.length; ++i) {
            if (values.isNullAt(i)) {
                throw new IllegalArgumentException("hashlane: a leaf is text or binary, not NULL: "
                    + "hashlane_row_bytes makes one of any values");
            }
            leaves.put(text ? Octets.of(values.getUTF8String(i)) : Octets.of(values.getBinary(i)));
            ends[i] = leaves.size();
        }
        if (ends.length == 0) {
            return null;
        }
        byte[] out = new byte[hash.size];
        Native.merkleRoot(hash.address, leaves.array(), ends, out);
        return out;
    }

    public static byte[] merkleRootOfText(Hash hash, ArrayData values) {
        return merkleRoot(hash, values, true);
    }

    public static byte[] merkleRootOfBinary(Hash hash, ArrayData values) {
        return merkleRoot(hash, values, false);
    }
}
