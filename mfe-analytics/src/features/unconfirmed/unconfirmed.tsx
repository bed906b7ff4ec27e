import type { Period } from 'domain/report-periods';
import { PartyPopper } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { StatGrid } from 'ui/stat-tile';
import { StatTileSkeleton } from 'ui/stat-tile-skeleton';
import { Answer } from '../../lib/answer.tsx';
import { Outdated } from '../../lib/outdated.tsx';
import { TableSkeleton } from '../../lib/table-skeleton.tsx';
import { LatestUnconfirmed, UNCONFIRMED_COLUMNS } from './latest-unconfirmed.tsx';
import styles from './unconfirmed.module.css';
import { UnconfirmedTiles } from './unconfirmed-tiles.tsx';
import { type UnconfirmedReport, useUnconfirmed } from './use-unconfirmed.ts';

interface UnconfirmedProps {
  period: Period;
  /** The merchant's: days are its own. */
  timeZone: string;
  /** The control that chooses the period. */
  picker: ReactNode;
}

/** Cashback that was issued in the period and never confirmed: its customers do not know of it. */
export function Unconfirmed({ period, timeZone, picker }: UnconfirmedProps) {
  const unconfirmed = useUnconfirmed(period);
  return (
    <section className={styles.unconfirmed} aria-labelledby="ninguem-buscou">
      <div className={styles.head}>
        <h2 id="ninguem-buscou">Cashback que ninguém buscou</h2>
        <p>
          Vendas em que o cliente não abriu o QR Code: o cashback foi gerado, mas não entrou no saldo de
          ninguém, e você não o deve.
        </p>
      </div>
      {picker}
      <Outdated isOutdated={unconfirmed.isPlaceholderData}>
        <Answer
          query={unconfirmed}
          failure="Não foi possível carregar o cashback que ninguém buscou"
          label="Carregando o cashback que ninguém buscou"
          skeleton={<UnconfirmedSkeleton />}
        >
          {(report) =>
            report.transactions === 0 ? <NothingLeft /> : <Numbers report={report} timeZone={timeZone} />
          }
        </Answer>
      </Outdated>
    </section>
  );
}

function Numbers({ report, timeZone }: { report: UnconfirmedReport; timeZone: string }) {
  return (
    <>
      <UnconfirmedTiles report={report} />
      <Card flush>
        <CardHeader
          level={3}
          title="Ainda dá tempo"
          description="As vendas mais recentes do período cujo código ainda vale. Basta o cliente abrir o link."
        />
        {report.latest.length > 0 ? (
          <LatestUnconfirmed purchases={report.latest} timeZone={timeZone} />
        ) : (
          <p className={styles.nothing}>Nenhum código deste período ainda vale: todos perderam o prazo.</p>
        )}
      </Card>
    </>
  );
}

function NothingLeft() {
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<PartyPopper />}
        title="Nada por escanear neste período"
        description="Os clientes receberam o cashback de todas as vendas, ou não houve vendas. Escolha outro período para conferir."
      />
    </Card>
  );
}

function UnconfirmedSkeleton() {
  return (
    <div className={styles.skeleton}>
      <StatGrid>
        {[1, 2, 3, 4].map((tile) => (
          <StatTileSkeleton key={tile} trend />
        ))}
      </StatGrid>
      <Card flush>
        <CardHeader
          title={<Skeleton width="8rem" height="1.35rem" />}
          description={<Skeleton width="min(100%, 28rem)" height="1.3rem" />}
        />
        <TableSkeleton columns={UNCONFIRMED_COLUMNS} rows={4} />
      </Card>
    </div>
  );
}
