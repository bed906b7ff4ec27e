import { alertsRouter } from './alerts/alerts.router.ts';
import { apiKeysRouter } from './api-keys/api-keys.router.ts';
import { approvalsRouter } from './approvals/approvals.router.ts';
import { auditRouter } from './audit/audit.router.ts';
import { authRouter } from './auth/auth.router.ts';
import { cashbackRouter } from './cashback/cashback.router.ts';
import { customersRouter } from './customers/customers.router.ts';
import { dataRequestsRouter } from './data-requests/data-requests.router.ts';
import { domainsRouter } from './domains/domains.router.ts';
import { employeesRouter } from './employees/employees.router.ts';
import { integrationsRouter } from './integrations/integrations.router.ts';
import { legalRouter } from './legal/legal.router.ts';
import { merchantsRouter } from './merchants/merchants.router.ts';
import { myDataRouter } from './my-data/my-data.router.ts';
import { proofRouter } from './proof/proof.router.ts';
import { redemptionsRouter } from './redemptions/redemptions.router.ts';
import { reportsRouter } from './reports/reports.router.ts';
import { setupRouter } from './setup/setup.router.ts';
import { spendRouter } from './spend/spend.router.ts';
import { tabletsRouter } from './tablets/tablets.router.ts';
import { tagsRouter } from './tags/tags.router.ts';
import { trialsRouter } from './trials/trials.router.ts';
import { router } from './trpc.ts';
import { webhooksRouter } from './webhooks/webhooks.router.ts';

/** Table of contents: one router per noun. */
export const appRouter = router({
  apiKeys: apiKeysRouter,
  alerts: alertsRouter,
  approvals: approvalsRouter,
  audit: auditRouter,
  auth: authRouter,
  cashback: cashbackRouter,
  customers: customersRouter,
  dataRequests: dataRequestsRouter,
  domains: domainsRouter,
  employees: employeesRouter,
  integrations: integrationsRouter,
  legal: legalRouter,
  merchants: merchantsRouter,
  myData: myDataRouter,
  proof: proofRouter,
  redemptions: redemptionsRouter,
  reports: reportsRouter,
  setup: setupRouter,
  spend: spendRouter,
  tablets: tabletsRouter,
  tags: tagsRouter,
  trials: trialsRouter,
  webhooks: webhooksRouter,
});
