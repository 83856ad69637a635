import type { WithHeavy } from './data/heavy/heavy-work.ts';
import type { WithData } from './data/ports.ts';
import type { WithDrawings } from './drawings/drawing-room.ts';
import type { WithChannels } from './events/channels.ts';
import type { WithEvents } from './events/event-log.ts';
import type { WithJobs } from './jobs/jobs.ts';
import type { WithMail } from './mail/mailer.ts';
import type { WithPictures } from './pictures/picture-taker.ts';
import type { Ground } from './records/ground.ts';
import type { WithApiKeys } from './security/api-keys.ts';
import type { WithCallers } from './security/caller.ts';
import type { WithCounts } from './security/counts.ts';
import type { WithSources } from './security/data-sources.ts';
import type { WithGuestTokens } from './security/guest-tokens.ts';
import type { WithOutbound } from './security/outbound.ts';
import type { WithPersonalAccess } from './security/personal-access.ts';
import type { WithSecrets } from './security/secret-box.ts';
import type { WithSessions } from './security/sessions.ts';
import type { WithDirectory } from './security/sign-in/ldap.ts';
import type { WithProviders } from './security/sign-in/oauth.ts';
import type { WithRemoteUser } from './security/sign-in/remote-user.ts';
import type { WithTokens } from './security/tokens.ts';

/** All that the application is made of, as `buildApp` puts it together. Below the roof everybody names what they take. */
export interface Services
  extends Ground,
    WithData,
    WithHeavy,
    WithJobs,
    WithMail,
    WithEvents,
    WithChannels,
    WithDrawings,
    WithPictures,
    WithApiKeys,
    WithCallers,
    WithCounts,
    WithSources,
    WithGuestTokens,
    WithOutbound,
    WithPersonalAccess,
    WithSecrets,
    WithSessions,
    WithTokens,
    WithDirectory,
    WithProviders,
    WithRemoteUser {}
