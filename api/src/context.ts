import type { Logger } from 'pino';
import type { SessionStore, StaffSession } from './auth/lucia.ts';
import type { Passwords } from './auth/passwords.ts';
import type { CashbackConfirmations } from './cashback/confirm-cashback.ts';
import type { DeliveryRules } from './deliveries/delivery-rules.ts';
import type { HostResolver, RequestHost } from './domains/resolve-host.ts';
import type { Environment } from './env.ts';
import type { FigureFolding } from './figures/figure-folding.ts';
import type { Clock } from './lib/clock.ts';
import type { Dns } from './lib/dns.ts';
import type { Live } from './lib/live.ts';
import type { Mail } from './lib/mail.ts';
import type { Metrics } from './lib/metrics.ts';
import type { Outgoing } from './lib/outgoing.ts';
import type { RateLimiter } from './lib/rate-limit.ts';
import type { KeyRing } from './lib/sealed.ts';
import type { QrTokens } from './lib/tokens.ts';
import type { RedemptionConfirmations } from './redemptions/confirm-redemption.ts';
import type { Tenancy } from './tenant.ts';

/** What the process made once, at start, and every request shares. */
export interface App {
  env: Environment;
  log: Logger;
  clock: Clock;
  tenancy: Tenancy;
  figures: FigureFolding;
  hosts: HostResolver;
  dns: Dns;
  /** Every call to somebody else's server goes through it. */
  outgoing: Outgoing;
  deliveryRules: DeliveryRules;
  /** Undefined where nobody asks for them. */
  metrics: Metrics | undefined;
  limiter: RateLimiter;
  live: Live;
  /** Undefined where no mail server is configured. */
  mail: Mail | undefined;
  tokens: QrTokens;
  /** Wrap what merchants' secrets are sealed with. */
  keyEncryptionKeys: KeyRing;
  passwords: Passwords;
  sessions: SessionStore;
  cashbackConfirmations: CashbackConfirmations;
  redemptionConfirmations: RedemptionConfirmations;
}

/** One request, as a procedure sees it. */
export interface Context {
  app: App;
  host: RequestHost;
  /** The real address: the connection's, or what a trusted proxy says. */
  ip: string;
  userAgent: string | undefined;
  /** Reads the session cookie once and asks the database each request, so that a revoked session fails at once. */
  session(): Promise<StaffSession | undefined>;
  sessionToken: string | undefined;
  /** Sets or, with undefined, clears the session cookie on the answer. */
  setSessionToken(token: string | undefined): void;
}
