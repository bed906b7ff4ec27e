import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

const TABS = [
  { id: 'general', label: 'Geral' },
  { id: 'team', label: 'Equipe' },
  { id: 'mailchimp', label: 'Mailchimp', dot: 'ativa' },
] as const;

function Settings() {
  const [active, setActive] = useState<(typeof TABS)[number]['id']>('general');
  return (
    <>
      <button type="button">Antes</button>
      <Tabs label="Configurações" tabs={TABS} active={active} onChange={setActive}>
        <input aria-label={`Nome em ${active}`} defaultValue="ab" />
      </Tabs>
    </>
  );
}

const user = userEvent.setup();
const focused = () => document.activeElement?.textContent?.trim();
const selected = () => screen.getAllByRole('tab', { selected: true }).map((tab) => tab.textContent?.trim());

beforeEach(() => {
  render(<Settings />);
});

describe('with the keyboard', () => {
  it('Tab stops once at the tabs, at the chosen one, and goes on into its panel', async () => {
    await user.tab();
    await user.tab();
    expect(focused()).toBe('Geral');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('Nome em general'));
    await user.tab({ shift: true });
    expect(focused()).toBe('Geral');
  });

  it.each([
    ['{ArrowRight}', 'Equipe'],
    ['{ArrowRight}{ArrowRight}', 'Mailchimp ativa'],
    ['{ArrowRight}{ArrowRight}{ArrowRight}', 'Geral'],
    ['{ArrowLeft}', 'Mailchimp ativa'],
    ['{ArrowRight}{ArrowLeft}', 'Geral'],
    ['{End}', 'Mailchimp ativa'],
    ['{End}{Home}', 'Geral'],
  ])('%s chooses %s and takes the focus there', async (keys, name) => {
    await user.click(screen.getByRole('tab', { name: 'Geral' }));
    await user.keyboard(keys);
    expect(selected()).toEqual([name]);
    expect(focused()).toBe(name);
  });

  it('keys that mean nothing to tabs are left to the page', async () => {
    const left: string[] = [];
    const note = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) left.push(event.key);
    };
    document.addEventListener('keydown', note);
    await user.click(screen.getByRole('tab', { name: 'Geral' }));
    await user.keyboard('{ArrowDown}{PageDown}{ArrowRight}');
    document.removeEventListener('keydown', note);
    expect(left).toEqual(['ArrowDown', 'PageDown']);
    expect(selected()).toEqual(['Equipe']);
  });

  it('arrows and Home in a field of the panel move its caret and choose no tab', async () => {
    const field = screen.getByLabelText<HTMLInputElement>('Nome em general');
    await user.click(field);
    await user.keyboard('{ArrowLeft}x{Home}y');
    expect(field.value).toBe('yaxb');
    expect(selected()).toEqual(['Geral']);
  });
});

it('a click chooses', async () => {
  await user.click(screen.getByRole('tab', { name: 'Equipe' }));
  expect(selected()).toEqual(['Equipe']);
});

describe('what a screen reader is told', () => {
  it('the list says what it chooses between', () => {
    expect(screen.getByRole('tablist', { name: 'Configurações' })).toBeTruthy();
  });

  it('the panel bears the name of its tab, and the tab leads to the panel', async () => {
    await user.click(screen.getByRole('tab', { name: 'Equipe' }));
    const panel = screen.getByRole('tabpanel', { name: 'Equipe' });
    expect(screen.getByRole('tab', { selected: true }).getAttribute('aria-controls')).toBe(panel.id);
  });

  it('what a dot means is part of the name of its tab', () => {
    expect(screen.getByRole('tab', { name: 'Mailchimp ativa' })).toBeTruthy();
  });
});
