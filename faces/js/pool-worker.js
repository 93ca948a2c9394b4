// SPDX-License-Identifier: Apache-2.0 OR MIT
// The script of a worker of pool.js.

import { load } from './index.js';
import { jobs } from './src/jobs.js';
import { serve } from './src/serve.js';

serve(load, jobs);
