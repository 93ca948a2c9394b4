// SPDX-License-Identifier: Apache-2.0 OR MIT

/** Bytes: a Uint8Array, another view, or an ArrayBuffer. A string is refused: its encoding is the caller's choice. */
export type Bytes = ArrayBufferView | ArrayBufferLike;

/** A stream of chunks. */
export type Stream = ReadableStream<Uint8Array> | Blob | AsyncIterable<Bytes> | Iterable<Bytes>;

/** What an algorithm takes besides the message. An option that the algorithm does not take is a TypeError. */
export interface Options {
  /** The key of a MAC, of any number of bytes. */
  key?: Bytes;
  /** S of SP 800-185, C of KangarooTwelve and HopMAC, Z of Ascon-CXOF128. The last two take at most 256 bytes. */
  customization?: Bytes;
  /** N of cSHAKE. */
  functionName?: Bytes;
  /** B of ParallelHash in bytes; 8192 if left out. */
  parallelBlock?: number;
  /** D of TurboSHAKE, 1 to 127; 0x1f if left out. */
  domain?: number;
  /** The size of the output in bytes; that of info() if left out. A tag of HMAC may be shorter: half of it, and 10. */
  length?: number;
}

/** What keyed calls take besides their key. */
export type MacOptions = Omit<Options, 'key'>;

/** What an AEAD takes besides key, nonce and data. */
export interface AeadOptions {
  /** The size of the tag in bytes, 8 to 16; 16 if left out. A shorter tag is the beginning of the whole one. */
  tagLength?: number;
}

export interface Info {
  readonly name: string;
  readonly family: string;
  readonly standard: string;
  readonly kind: 'hash' | 'xof' | 'mac' | 'kdf' | 'aead';
  /** Whether the output has any length; digestSize is then the usual one. */
  readonly anyLength: boolean;
  /** In bytes: of a digest, of the tag of an AEAD, or of a key that a KDF derives. */
  readonly digestSize: number;
  /** In bytes: of a block, or the rate of a sponge. */
  readonly blockSize: number;
  /** In bits. */
  readonly securityStrength: number;
  readonly takesKey: boolean;
  /** Whether each update is one element of a tuple. */
  readonly elements: boolean;
  /** Whether a message may end within a byte. */
  readonly takesBits: boolean;
  /** In bytes, of an AEAD; else 0. */
  readonly keySize: number;
  readonly nonceSize: number;
}

/** The output of an XOF, read in pieces. */
export interface Reader {
  /** Returns the next `size` bytes. */
  read(size: number): Uint8Array;
  /** Gives the memory back, and wipes it. Later calls are a TypeError. */
  free(): void;
}

/** A message in pieces. */
export interface Hash {
  readonly name: string;
  /** The size of what digest() returns, in bytes. */
  readonly digestSize: number;
  readonly blockSize: number;
  /** Absorbs more of the message; of a tuple hash, one element. Returns this object. */
  update(data: Bytes): this;
  /**
   * Absorbs the first `bits` bits of `data`, which has as many bytes as they need. If they end within a byte, so does the
   * message. Its last bits are the high ones of their byte in SHA-2 and Ascon v1.2, the low ones in all others.
   */
  updateBits(data: Bytes, bits: number): this;
  /** Returns the digest, the tag or the first bytes of output. More may be absorbed afterwards. */
  digest(length?: number): Uint8Array;
  /**
   * Compares a tag in constant time. A tag of a MAC with any length has at least the usual size. A shorter tag is accepted
   * only with its `length` in bytes: 4 or more, of HMAC at least half a tag and 10.
   */
  verify(tag: Bytes, length?: number): boolean;
  /** Returns the output of an XOF for what was absorbed so far. */
  reader(): Reader;
  /** Returns an independent copy. */
  copy(): Hash;
  /** Gives the memory back, and wipes it. Later calls are a TypeError. Without it the garbage collector does the same. */
  free(): void;
}

/** A Merkle tree of RFC 9162. */
export interface Tree {
  readonly size: number;
  readonly root: Uint8Array;
  /** The inclusion proof of a leaf. */
  prove(index: number): Uint8Array[];
  /** The proof that the first `size` leaves are those of an older tree. */
  proveConsistency(size: number): Uint8Array[];
}

/** A loaded module. Its calls return their results at once. */
export interface Hashlane {
  /** "simd128", or "baseline" in the build without SIMD. */
  readonly target: string;
  /** The names of the algorithms of this module. */
  names(): string[];
  info(name: string): Info;
  create(name: string, options?: Options): Hash;
  digest(name: string, data: Bytes, options?: Options): Uint8Array;
  digestStream(name: string, stream: Stream, options?: Options): Promise<Uint8Array>;
  mac(name: string, key: Bytes, data: Bytes, options?: MacOptions): Uint8Array;
  verify(name: string, key: Bytes, data: Bytes, tag: Bytes, options?: MacOptions): boolean;
  /** The digest of each message. */
  digestMany(name: string, messages: Iterable<Bytes>, options?: Options): Uint8Array[];
  /** The digests of rows of `rowSize` bytes, one after the other. */
  digestRows(name: string, data: Bytes, rowSize: number, options?: Options): Uint8Array;
  /** Returns the ciphertext and behind it the tag. Never use a nonce twice with one key. */
  seal(name: string, key: Bytes, nonce: Bytes, text: Bytes, associatedData?: Bytes, options?: AeadOptions): Uint8Array;
  /** Returns the text, or throws a ForgedError. */
  open(name: string, key: Bytes, nonce: Bytes, sealed: Bytes, associatedData?: Bytes, options?: AeadOptions): Uint8Array;
  /** HKDF, RFC 5869. `hash` is for example 'sha256'; `length` is at most 255 digests. */
  hkdf(hash: string, key: Bytes, salt: Bytes, info: Bytes, length: number): Uint8Array;
  /** PBKDF2, RFC 8018 s.5.2. `length` is 1 or more. */
  pbkdf2(hash: string, password: Bytes, salt: Bytes, iterations: number, length: number): Uint8Array;
  merkleTree(name: string, leaves: Iterable<Bytes>): Tree;
  /** The digests of leaves, one after the other: for trees whose leaves are not all in memory at the same time. */
  leafDigests(name: string, leaves: Iterable<Bytes>): Uint8Array;
  /** The tree of leaves whose digests leafDigests() gave, one after the other. */
  merkleTreeOf(name: string, leafDigests: Bytes): Tree;
  /** Tells whether `leaf` is leaf `index` of the tree of `size` leaves with that root. */
  verifyInclusion(name: string, leaf: Bytes, index: number, size: number, proof: Bytes[], root: Bytes): boolean;
  /** Tells whether the tree with the older root is the beginning of the newer one. */
  verifyConsistency(name: string, olderSize: number, newerSize: number, proof: Bytes[], olderRoot: Bytes,
                    newerRoot: Bytes): boolean;
}

/** What open() throws when the tag is not that of the data. */
export class ForgedError extends Error {
  constructor();
}

/** Tells whether the engine has WebAssembly with SIMD. */
export function hasSimd(): boolean;

/** Loads the module, once. `simd` takes the build with or without SIMD; if left out, the engine decides. */
export function load(options?: { simd?: boolean }): Promise<Hashlane>;

type Later<F> = F extends (...given: infer A) => infer R ? (...given: A) => Promise<R> : never;

// As those of Hashlane, after the module was loaded.
/** The digest of bytes, or of a stream of them. */
export function digest(name: string, data: Bytes | Stream, options?: Options): Promise<Uint8Array>;
export const create: Later<Hashlane['create']>;
export const mac: Later<Hashlane['mac']>;
export const verify: Later<Hashlane['verify']>;
export const digestMany: Later<Hashlane['digestMany']>;
export const digestRows: Later<Hashlane['digestRows']>;
export const seal: Later<Hashlane['seal']>;
export const open: Later<Hashlane['open']>;
export const hkdf: Later<Hashlane['hkdf']>;
export const pbkdf2: Later<Hashlane['pbkdf2']>;
export const merkleTree: Later<Hashlane['merkleTree']>;
export const leafDigests: Later<Hashlane['leafDigests']>;
export const merkleTreeOf: Later<Hashlane['merkleTreeOf']>;
export const verifyInclusion: Later<Hashlane['verifyInclusion']>;
export const verifyConsistency: Later<Hashlane['verifyConsistency']>;
