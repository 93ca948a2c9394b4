// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.math.BigInteger;
import java.util.Arrays;

/** A message that grows, and the numbers and strings of docs/ROW.md in it. */
final class Message {
    private static final int LONGEST = Integer.MAX_VALUE - 16; // of an array in Java

    static final int NULL = 0;
    static final int FALSE = 1;
    static final int TRUE = 2;
    static final int NOT_NEGATIVE = 3;
    static final int NEGATIVE = 4;
    static final int FLOAT64 = 5;
    static final int DECIMAL = 6;
    static final int BYTES = 7;
    static final int TEXT = 8;
    static final int DATE = 9;
    static final int TIME = 10;
    static final int LOCAL_TIME = 11;
    static final int INSTANT = 12;
    static final int LIST = 13;
    static final int STRUCT = 14;

    private byte[] bytes = new byte[256];
    private int used = 0;

    int size() {
        return used;
    }

    /** The array, of which the first size() bytes are the message. */
    byte[] array() {
        return bytes;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, used);
    }

    byte[] digest(Hash hash) {
        return hash.digest(bytes, 0, used);
    }

    private void reserve(int n) {
        if (n > LONGEST - used) {
            throw new IllegalArgumentException("hashlane: the values of a row have 2 GiB or more");
        }
        if (n > bytes.length - used) {
            long ample = bytes.length + (long) bytes.length / 2;
            bytes = Arrays.copyOf(bytes, (int) Math.min(LONGEST, Math.max(ample, (long) used + n)));
        }
    }

    void put(int b) {
        reserve(1);
        bytes[used++] = (byte) b;
    }

    void put(byte[] from, int first, int n) {
        reserve(n);
        System.arraycopy(from, first, bytes, used, n);
        used += n;
    }

    void put(Octets octets) {
        put(octets.array, octets.first, octets.size);
    }

    // The n lowest bytes of a number, the most significant first.
    private void bigEndian(long x, int n) {
        reserve(n);
        for (int i = n - 1; i >= 0; --i) {
            bytes[used++] = (byte) (x >>> 8 * i);
        }
    }

    /** left_encode() of SP 800-185, section 2.3.1, for a number without a sign. */
    void leftEncode(long x) {
        int n = Math.max(1, (71 - Long.numberOfLeadingZeros(x)) / 8);
        put(n);
        bigEndian(x, n);
    }

    void integer(long x) {
        put(x < 0 ? NEGATIVE : NOT_NEGATIVE);
        leftEncode(Math.abs(x)); // of the least number it is 2^63, read without a sign
    }

    void integer(BigInteger x) {
        put(x.signum() < 0 ? NEGATIVE : NOT_NEGATIVE);
        byte[] magnitude = x.abs().toByteArray();
        int first = magnitude.length > 1 && magnitude[0] == 0 ? 1 : 0; // the byte of the sign
        put(magnitude.length - first);
        put(magnitude, first, magnitude.length - first);
    }

    /** The number micros * 1000 + nanos. */
    void nanoseconds(long micros, long nanos) {
        long limit = Long.MAX_VALUE / 1000 - 1;
        if (-limit < micros && micros < limit) {
            integer(micros * 1000 + nanos);
        } else {
            integer(BigInteger.valueOf(micros).multiply(BigInteger.valueOf(1000)).add(BigInteger.valueOf(nanos)));
        }
    }

    void float64(double x) {
        put(FLOAT64);
        bigEndian(x == 0 ? 0 : Double.doubleToLongBits(x), 8); // which gives each NaN as 7ff8000000000000
    }

    /** unscaled * 10^-scale. */
    void decimal(BigInteger unscaled, int scale) {
        put(DECIMAL);
        if (unscaled.signum() == 0) {
            scale = 0;
        }
        BigInteger[] parts = unscaled.divideAndRemainder(BigInteger.TEN);
        while (unscaled.signum() != 0 && parts[1].signum() == 0) {
            unscaled = parts[0];
            --scale;
            parts = unscaled.divideAndRemainder(BigInteger.TEN);
        }
        integer(unscaled);
        integer(-(long) scale);
    }

    /** A tag and encode_string() of SP 800-185, section 2.3.2. */
    void string(int tag, Octets octets) {
        put(tag);
        encodeString(octets);
    }

    void encodeString(Octets octets) {
        leftEncode(8L * octets.size);
        put(octets);
    }
}
