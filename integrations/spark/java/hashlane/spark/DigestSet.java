// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The digests of the values of a group. */
public final class DigestSet {
    private static final int LIMIT = 1 << 30; // bytes, as in the other engines

    private Hash hash; // null before the first value
    private byte[] digests = new byte[0];
    private int used = 0;

    void add(Hash with, byte[] digest) {
        if (hash == null) {
            hash = with;
        } else if (hash != with) {
            throw new IllegalArgumentException("hashlane: the algorithm of an aggregate must be the same in all rows");
        }
        append(digest, digest.length);
    }

    void addNull() {
        throw new IllegalArgumentException("hashlane: the algorithm of an aggregate is NULL");
    }

    private void append(byte[] more, int n) {
        if (n > LIMIT - used) {
            throw new IllegalArgumentException("hashlane: the digests of all values have more than " + LIMIT + " bytes");
        }
        if (n > digests.length - used) {
            int ample = Math.min(LIMIT, digests.length + digests.length / 2);
            digests = Arrays.copyOf(digests, Math.max(used + n, ample));
        }
        System.arraycopy(more, 0, digests, used, n);
        used += n;
    }

    void addAll(DigestSet other) {
        if (other.hash == null) {
            return;
        }
        if (hash != null && hash != other.hash) {
            throw new IllegalArgumentException("hashlane: the algorithm of an aggregate must be the same in all rows");
        }
        hash = other.hash;
        append(other.digests, other.used);
    }

    /** The digest of the multiset; null where it has no value. */
    byte[] digest() {
        if (hash == null) {
            return null;
        }
        byte[] out = new byte[hash.size];
        Native.setDigest(hash.address, digests, used, out);
        return out;
    }

    /** One byte for the length of the algorithm's name, the name, and the digests. */
    byte[] toBytes() {
        byte[] name = hash == null ? new byte[0] : hash.toString().getBytes(StandardCharsets.US_ASCII);
        ByteBuffer bytes = ByteBuffer.allocate(1 + name.length + used);
        return bytes.put((byte) name.length).put(name).put(digests, 0, used).array();
    }

    static DigestSet ofBytes(byte[] bytes) {
        DigestSet set = new DigestSet();
        int first = 1 + bytes[0];
        if (first != 1) {
            set.hash = Hash.find(new String(bytes, 1, first - 1, StandardCharsets.US_ASCII));
            set.digests = Arrays.copyOfRange(bytes, first, bytes.length);
            set.used = set.digests.length;
        }
        return set;
    }
}
