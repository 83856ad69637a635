import type { WithData } from '../data/ports.ts';
import type { Act } from '../http/act.ts';
import type { Ground } from '../records/ground.ts';
import type { WithCallers } from '../security/caller.ts';
import type { WithSources } from '../security/data-sources.ts';
import type { WithOutbound } from '../security/outbound.ts';
import type { WithPersonalAccess } from '../security/personal-access.ts';
import type { WithSecrets } from '../security/secret-box.ts';

/** What descriptions of resources work with when they read and write what they describe. */
export type ResourceServices = Ground &
  WithCallers &
  WithData &
  WithOutbound &
  WithPersonalAccess &
  WithSecrets &
  WithSources;
export type ResourceAct = Act<ResourceServices>;
