import { apiKeysRouter } from './api-keys/api-keys.router.ts';
import { auditRouter } from './audit/audit.router.ts';
import { authRouter } from './auth/auth.router.ts';
import { cashbackRouter } from './cashback/cashback.router.ts';
import { customersRouter } from './customers/customers.router.ts';
import { domainsRouter } from './domains/domains.router.ts';
import { employeesRouter } from './employees/employees.router.ts';
import { integrationsRouter } from './integrations/integrations.router.ts';
import { merchantsRouter } from './merchants/merchants.router.ts';
import { redemptionsRouter } from './redemptions/redemptions.router.ts';
import { reportsRouter } from './reports/reports.router.ts';
import { setupRouter } from './setup/setup.router.ts';
import { spendRouter } from './spend/spend.router.ts';
import { tagsRouter } from './tags/tags.router.ts';
import { trialsRouter } from './trials/trials.router.ts';
import { router } from './trpc.ts';
import { webhooksRouter } from './webhooks/webhooks.router.ts';

/** Table of contents: one router per noun. */
export const appRouter = router({
  apiKeys: apiKeysRouter,
  audit: auditRouter,
  auth: authRouter,
  cashback: cashbackRouter,
  customers: customersRouter,
  domains: domainsRouter,
  employees: employeesRouter,
  integrations: integrationsRouter,
  merchants: merchantsRouter,
  redemptions: redemptionsRouter,
  reports: reportsRouter,
  setup: setupRouter,
  spend: spendRouter,
  tags: tagsRouter,
  trials: trialsRouter,
  webhooks: webhooksRouter,
});
