# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A busy machine is no failure: examples may take any time."""
import hypothesis

hypothesis.settings.register_profile("hashlane", deadline=None, print_blob=True, derandomize=True,
                                     suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("hashlane")
