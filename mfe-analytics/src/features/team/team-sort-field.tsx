import { SelectField } from 'ui/select-field';
import { TEAM_SORTS, type TeamSort } from './sort-team.ts';
import styles from './team-report.module.css';

const OPTIONS = (Object.keys(TEAM_SORTS) as TeamSort[]).map((value) => ({ value, label: TEAM_SORTS[value] }));

interface TeamSortFieldProps {
  sort: TeamSort;
  onChange: (sort: TeamSort) => void;
}

/** The sorting of the table's headers, for a phone, where they are hidden. */
export function TeamSortField({ sort, onChange }: TeamSortFieldProps) {
  return (
    <div className={styles.sortField}>
      <SelectField
        label="Ordenar por"
        value={sort}
        onChange={(event) => onChange(event.target.value as TeamSort)}
        options={OPTIONS}
      />
    </div>
  );
}
