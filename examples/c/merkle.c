/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* prints 32 bytes prove that leaf 2 is there */
/* prints the proof leads to another root */
#include <hashlane_merkle.h>

#include <stdio.h>

int main(void) {
    const void* leaves[] = {"a", "b", "c"};
    const size_t sizes[] = {1, 1, 1};
    uint8_t nodes[6 * 32], proof[96 * 32]; /* hashlane_merkle_nodes(HASHLANE_MERKLE_RFC9162, 3) is 6 */
    const uint8_t* root = nodes + sizeof nodes - 32;
    size_t size = sizeof proof;
    int result;

    if (hashlane_merkle_build(HASHLANE_SHA256, HASHLANE_MERKLE_RFC9162, leaves, sizes, 3, nodes, sizeof nodes, 1))
        return 1;
    if (hashlane_merkle_prove(HASHLANE_SHA256, HASHLANE_MERKLE_RFC9162, nodes, sizeof nodes, 3, 2, proof, &size))
        return 1;
    result = hashlane_merkle_verify(HASHLANE_SHA256, HASHLANE_MERKLE_RFC9162, "c", 1, 2, 3, proof, size, root, 32);
    if (result != HASHLANE_OK) return 1;
    printf("%u bytes prove that leaf 2 is there\n", (unsigned)size);
    result = hashlane_merkle_verify(HASHLANE_SHA256, HASHLANE_MERKLE_RFC9162, "x", 1, 2, 3, proof, size, root, 32);
    printf("%s\n", hashlane_merkle_reason(result));
    return 0;
}
