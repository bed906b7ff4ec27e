import { Hourglass } from 'lucide-react';
import { Card } from 'ui/card';
import { PageHeader } from 'ui/page-header';
import { ScreenState } from 'ui/screen-state';

/** A screen of a later version says so; nothing on it is made up. */
export function ArrivingRoute({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <ScreenState
          state="empty"
          icon={<Hourglass />}
          title="Esta área chega em uma próxima versão"
          description="Ainda não há nada para fazer aqui. O restante do painel já está em funcionamento."
        />
      </Card>
    </>
  );
}
