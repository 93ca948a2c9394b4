# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which test case fails when a wipe is left out."""
HELD = {}
COVERED = {}
