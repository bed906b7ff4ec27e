import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from 'domain/roles';
import type { ClientSession } from 'domain/session';
import { createStaffQueryClient } from 'federation/query-client';
import { RemoteHostProvider } from 'federation/remote-host';
import { notify } from 'ui/notify';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExportMenu } from './export-menu.tsx';
import { reportFiles } from './exported-files.ts';

// The DOM of the tests has no top layer, so there is nothing to lift the menu into.
beforeAll(() => {
  HTMLElement.prototype.showPopover ??= () => {};
});

function sessionOf(role: Role): ClientSession {
  return {
    user: { id: 'u1', email: 'ana@loja.example' },
    employee: { id: 'e1', name: 'Ana', email: 'ana@loja.example', phone: null, role },
    merchant: {
      id: 'm1',
      name: 'Loja',
      programName: 'Pontos',
      rateBasisPoints: 500,
      logoUrl: null,
      brandColor: null,
      signupLinkSlug: 'loja',
      timeZone: 'America/Sao_Paulo',
      maskContacts: false,
      hideReports: false,
    },
    factorDaysLeft: null,
  };
}

function mount(role: Role = 'owner') {
  const host = { session: sessionOf(role), onSessionEnded: () => {}, notify };
  render(
    <RemoteHostProvider host={host}>
      <QueryClientProvider client={createStaffQueryClient(host)}>
        <button type="button">Antes</button>
        <ExportMenu files={reportFiles({ from: '2026-03-01', to: '2026-03-31' })} />
        <button type="button">Depois</button>
      </QueryClientProvider>
    </RemoteHostProvider>,
  );
  return userEvent.setup();
}

const menu = () => screen.queryByRole('menu', { name: 'Exportar' });
const opener = () => screen.getByRole('button', { name: 'Exportar' });
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

const CHOICES = [
  'Dia a dia em Excel',
  'Dia a dia em CSV',
  'Todas as operações em Excel',
  'Todas as operações em CSV',
];
const [FIRST, SECOND] = CHOICES;
const LAST = CHOICES.at(-1);

describe('with the keyboard', () => {
  it.each([
    ['{Enter}', FIRST],
    [' ', FIRST],
    ['{ArrowDown}', FIRST],
    ['{ArrowUp}', LAST],
  ])('%s on the button opens the menu at "%s"', async (key, choice) => {
    const user = mount();
    opener().focus();
    await user.keyboard(key);
    expect(opener().getAttribute('aria-expanded')).toBe('true');
    expect(focused()).toBe(choice);
  });

  it.each([
    ['{ArrowDown}', SECOND],
    ['{ArrowRight}', SECOND],
    ['{ArrowUp}', LAST],
    ['{ArrowLeft}', LAST],
    ['{End}', LAST],
    ['{End}{ArrowDown}', FIRST],
    ['{End}{Home}', FIRST],
  ])('%s walks from the first choice to "%s"', async (keys, choice) => {
    const user = mount();
    await user.click(opener());
    await user.keyboard(keys);
    expect(focused()).toBe(choice);
  });

  it('Esc closes the menu and gives the focus back to its button', async () => {
    const user = mount();
    await user.click(opener());
    await user.keyboard('{ArrowDown}{Escape}');
    expect(menu()).toBeNull();
    expect(document.activeElement).toBe(opener());
  });

  it.each([
    ['{Tab}', 'Depois'],
    ['{Shift>}{Tab}{/Shift}', 'Antes'],
  ])('%s goes on from the button to "%s", as if there had been no menu', async (keys, name) => {
    const user = mount();
    await user.click(opener());
    await user.keyboard(keys);
    expect(menu()).toBeNull();
    expect(focused()).toBe(name);
  });

  it('the menu closes when the focus is taken elsewhere', async () => {
    const user = mount();
    await user.click(opener());
    act(() => screen.getByRole('button', { name: 'Depois' }).focus());
    expect(menu()).toBeNull();
    expect(focused()).toBe('Depois');
  });
});

describe('with the pointer', () => {
  it('a second press of the button closes the menu', async () => {
    const user = mount();
    await user.click(opener());
    await user.click(opener());
    expect(menu()).toBeNull();
  });

  it('a press beside the menu closes it', async () => {
    const user = mount();
    await user.click(opener());
    await user.click(document.body);
    expect(menu()).toBeNull();
  });
});

describe('what a screen reader is told', () => {
  it('the button has a menu, which is closed', () => {
    mount();
    expect([opener().getAttribute('aria-haspopup'), opener().getAttribute('aria-expanded')]).toEqual([
      'menu',
      'false',
    ]);
  });

  it('each choice says the file and its format, each file what is in it', async () => {
    const user = mount();
    await user.click(opener());
    expect(opener().getAttribute('aria-controls')).toBe(menu()?.id);
    expect(screen.getAllByRole('menuitem').map((choice) => choice.getAttribute('aria-label'))).toEqual(
      CHOICES,
    );
    expect(
      screen.getByRole('group', { name: 'Dia a dia', description: 'Os números desta tela, com os totais.' }),
    ).toBeTruthy();
  });
});

it('who may not export is offered nothing to export', () => {
  mount('operator');
  expect(screen.queryByRole('button', { name: 'Exportar' })).toBeNull();
});
