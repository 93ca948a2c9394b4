// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The functions of libhashlane_spark.so, which stands in the jar. Addresses are those of objects of C++. Callers see to it
 * that ranges lie within their arrays. A wrong name, key or length is an IllegalArgumentException.
 */
final class Native {
    static {
        load("/hashlane/spark/" + System.getProperty("os.arch") + "/libhashlane_spark.so");
    }

    private Native() {
    }

    // A library is loaded from a file, which this process alone can read, and which is not needed afterwards.
    private static void load(String name) {
        try (InputStream library = Native.class.getResourceAsStream(name)) {
            if (library == null) {
                throw new UnsatisfiedLinkError("hashlane: the jar has no library for this processor: " + name);
            }
            Path file = Files.createTempFile("hashlane", ".so");
            try {
                Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
                System.load(file.toString());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UnsatisfiedLinkError("hashlane: the library cannot be copied to a temporary file: " + e);
        }
    }

    static native long findHash(byte[] name);

    static native int digestSize(long hash);

    static native void digest(long hash, byte[] array, int first, int size, byte[] out);

    static native byte[] xof(byte[] name, byte[] array, int first, int size, long length);

    static native byte[] mac(byte[] name, byte[] key, byte[] array, int first, int size);

    static native byte[] macNamed(byte[] name, byte[] keyName, byte[] array, int first, int size);

    static native void setDigest(long hash, byte[] digests, int size, byte[] out);

    static native void merkleRoot(long hash, byte[] leaves, int[] ends, byte[] out);

    static native String version();

    // Of columns: a prefix is made, used for any number of batches, and ended.
    static native long startHash(long hash);

    static native long startMac(byte[] name, byte[] key);

    static native int tagSize(long prefix);

    static native void digestMany(long prefix, long messages, long ends, int count, long out, int width);

    static native void end(long prefix);
}
