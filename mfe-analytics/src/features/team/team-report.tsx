import type { Period } from 'domain/report-periods';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Answer } from '../../lib/answer.tsx';
import { Outdated } from '../../lib/outdated.tsx';
import { firstOrder, type SortOrder, sortTeam, type TeamSort, totalOf } from './sort-team.ts';
import styles from './team-report.module.css';
import { TeamSkeleton } from './team-skeleton.tsx';
import { TeamSortField } from './team-sort-field.tsx';
import { TeamTable } from './team-table.tsx';
import { TeamTotals } from './team-totals.tsx';
import { type TeamMember, useTeam } from './use-team.ts';

/** The purchases and redemptions of each employee in the period. */
export function TeamReport({ period }: { period: Period }) {
  const team = useTeam(period);
  return (
    <Outdated isOutdated={team.isPlaceholderData}>
      <Answer
        query={team}
        failure="Não foi possível carregar os números da equipe"
        label="Carregando os números da equipe"
        skeleton={<TeamSkeleton />}
      >
        {({ employees }) => (employees.length === 0 ? <NobodyDidAnything /> : <Team team={employees} />)}
      </Answer>
    </Outdated>
  );
}

function Team({ team }: { team: readonly TeamMember[] }) {
  const [{ sort, order }, setSorting] = useState<{ sort: TeamSort; order: SortOrder }>({
    sort: 'revenueCents',
    order: 'descending',
  });
  const total = totalOf(team);

  /** The same column once more turns it around. */
  function sortBy(wanted: TeamSort) {
    const turned = order === 'ascending' ? 'descending' : 'ascending';
    setSorting({ sort: wanted, order: wanted === sort ? turned : firstOrder(wanted) });
  }

  return (
    <>
      <TeamTotals total={total} />
      <Card flush className={styles.card}>
        <CardHeader
          title="Por funcionário"
          description="Quem registrou as vendas e os resgates do período, já sem o que foi estornado."
        />
        <TeamSortField
          sort={sort}
          onChange={(wanted) => setSorting({ sort: wanted, order: firstOrder(wanted) })}
        />
        <TeamTable
          team={sortTeam(team, sort, order)}
          total={total}
          sort={sort}
          order={order}
          onSort={sortBy}
        />
      </Card>
    </>
  );
}

function NobodyDidAnything() {
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<UsersRound />}
        title="Ninguém registrou vendas ou resgates neste período"
        description="Escolha outro período. Cada venda e cada resgate contam para quem os registrou."
      />
    </Card>
  );
}
