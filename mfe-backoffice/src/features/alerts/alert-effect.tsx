import { alertSettingsInput } from 'domain/alert-inputs';
import { ALERT_LABELS, ALERT_RULES, type AlertRule, type AlertSettings } from 'domain/alerts';
import { failureMessage } from 'federation/error-message';
import { useEffect, useState } from 'react';
import { Card, CardHeader } from 'ui/card';
import { type Column, DataTable } from 'ui/data-table';
import { ScreenState } from 'ui/screen-state';
import { SkeletonText } from 'ui/skeleton';
import { trpc } from '../../lib/trpc.ts';

const DEBOUNCE_MS = 600;

interface Effect {
  rule: AlertRule;
  saved: number;
  typed: number;
}

/** How many alerts the last 90 days would have had, with the saved thresholds and with the typed ones. */
export function AlertEffect({ saved, typed }: { saved: AlertSettings; typed: AlertSettings }) {
  const settled = useSettled(typed);
  const before = trpc.alerts.previewSettings.useQuery(saved);
  const after = trpc.alerts.previewSettings.useQuery(settled ?? saved, {
    placeholderData: (previous) => previous,
  });
  const error = before.error ?? after.error;
  return (
    <Card flush>
      <CardHeader
        title="Efeito nos últimos 90 dias"
        description="Quantos alertas haveria com os limites salvos e com os que estão nesta tela."
      />
      {before.data && after.data ? (
        <DataTable
          caption="Efeito nos últimos 90 dias"
          columns={COLUMNS}
          rows={rowsOf(before.data.rules, after.data.rules)}
          rowKey={({ rule }) => rule}
        />
      ) : error ? (
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Não foi possível calcular o efeito')}
          onRetry={() => Promise.all([before.refetch(), after.refetch()])}
          retrying={before.isFetching || after.isFetching}
        />
      ) : (
        <ScreenState state="loading" label="Calculando o efeito">
          <SkeletonText lines={6} />
        </ScreenState>
      )}
    </Card>
  );
}

const COLUMNS: Column<Effect>[] = [
  { header: 'Alerta', cell: ({ rule }) => ALERT_LABELS[rule] },
  { header: 'Salvos', align: 'end', cell: ({ saved }) => saved },
  { header: 'Nesta tela', align: 'end', cell: ({ typed }) => <strong>{typed}</strong> },
];

type Counts = readonly { rule: AlertRule; alerts: number }[];

function rowsOf(saved: Counts, typed: Counts): Effect[] {
  const of = (counts: Counts, rule: AlertRule) => counts.find((each) => each.rule === rule)?.alerts ?? 0;
  return ALERT_RULES.map((rule) => ({ rule, saved: of(saved, rule), typed: of(typed, rule) }));
}

/** The values once typing pauses; undefined while one of them is not valid. */
function useSettled(typed: AlertSettings): AlertSettings | undefined {
  const key = JSON.stringify(typed);
  const [settled, setSettled] = useState<AlertSettings>();
  useEffect(() => {
    const timer = setTimeout(() => {
      const parsed = alertSettingsInput.safeParse(JSON.parse(key));
      if (parsed.success) setSettled(parsed.data);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
