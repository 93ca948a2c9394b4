// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** The bytes of a value, where they are if they are in an array of bytes. */
final class Octets {
    final byte[] array;
    final int first;
    final int size;

    private Octets(byte[] array, int first, int size) {
        this.array = array;
        this.first = first;
        this.size = size;
    }

    static Octets of(byte[] value) {
        return new Octets(value, 0, value.length);
    }

    static Octets of(UTF8String value) {
        if (value.getBaseObject() instanceof byte[] array) {
            return new Octets(array, (int) (value.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET), value.numBytes());
        }
        return of(value.getBytes());
    }
}
