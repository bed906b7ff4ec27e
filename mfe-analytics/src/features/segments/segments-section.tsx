import { ShoppingBag } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Answer } from '../../lib/answer.tsx';
import cardStyles from './segment-card.module.css';
import { SegmentCard } from './segment-card.tsx';
import { SegmentCustomers } from './segment-customers.tsx';
import styles from './segments.module.css';
import { SegmentsSkeleton } from './segments-skeleton.tsx';
import { type SegmentAddress, useSegmentAddress } from './use-segment-address.ts';
import { type SegmentsReport, useSegments } from './use-segments.ts';

/** The customers in five groups, and the list of each. */
export function SegmentsSection() {
  const segments = useSegments();
  const address = useSegmentAddress();
  return (
    <section className={styles.segments} aria-labelledby="segmentos">
      <div className={styles.head}>
        <h2 id="segmentos">Segmentos</h2>
        <p>Seus clientes, agrupados pela frequência de compra. Escolha um grupo para ver os nomes.</p>
      </div>
      <Answer
        query={segments}
        failure="Não foi possível carregar os segmentos"
        label="Carregando os segmentos"
        skeleton={<SegmentsSkeleton />}
      >
        {(report) => (report.customers === 0 ? <NobodyYet /> : <Groups report={report} address={address} />)}
      </Answer>
    </section>
  );
}

function Groups({ report, address }: { report: SegmentsReport; address: SegmentAddress }) {
  const { segment, value, searchFor, setValue } = address;
  const list = useRef<HTMLElement>(null);
  const isChosenHere = useRef(false);

  // A click on a card moves to the names; an address that names a segment opens at the top like any page.
  useEffect(() => {
    if (!segment || !isChosenHere.current) return;
    isChosenHere.current = false;
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView({ block: 'start' });
  }, [segment]);

  const chosen = report.segments.find((each) => each.segment === segment);
  return (
    <>
      <div className={cardStyles.frame}>
        <ul className={cardStyles.cards}>
          {report.segments.map((totals) => (
            <SegmentCard
              key={totals.segment}
              totals={totals}
              customers={report.customers}
              isChosen={totals === chosen}
              search={searchFor(totals.segment)}
              onChoose={() => {
                isChosenHere.current = true;
              }}
            />
          ))}
        </ul>
      </div>
      {chosen && (
        <SegmentCustomers
          key={chosen.segment}
          ref={list}
          totals={chosen}
          value={value}
          onValue={setValue}
          closeSearch={searchFor(undefined)}
        />
      )}
    </>
  );
}

function NobodyYet() {
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<ShoppingBag />}
        title="Ninguém comprou ainda"
        description="Registre a primeira venda e os seus clientes aparecem aqui, em grupos."
        action={
          <Link to="/cashback" className={buttonClassName({})}>
            Gerar Cashback
          </Link>
        }
      />
    </Card>
  );
}
