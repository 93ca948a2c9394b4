// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.unsafe.types.UTF8String;

/** A hash or an XOF of the registry. There is one object for each name that exists. */
public final class Hash implements Serializable {
    private static final long serialVersionUID = 1;
    private static final ConcurrentHashMap<String, Hash> FOUND = new ConcurrentHashMap<>();

    private final String name;
    final transient long address; // of an object of C++, which is never freed
    final transient int size; // of a digest in bytes

    private Hash(String name) {
        this.name = name;
        this.address = Native.findHash(name.getBytes(StandardCharsets.UTF_8));
        this.size = Native.digestSize(address);
    }

    /** Finds a hash; a wrong name is an IllegalArgumentException. */
    static Hash find(String name) {
        return FOUND.computeIfAbsent(name, Hash::new);
    }

    /** The same, for generated code. */
    public static Hash find(UTF8String name) {
        return find(name.toString());
    }

    // An object from another process gets the addresses of this one.
    private Object readResolve() {
        return find(name);
    }

    byte[] digest(byte[] array, int first, int size) {
        byte[] out = new byte[this.size];
        Native.digest(address, array, first, size, out);
        return out;
    }

    @Override
    public String toString() {
        return name;
    }
}
