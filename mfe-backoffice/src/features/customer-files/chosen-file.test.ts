import { expect, test } from 'vitest';
import { readChosenFile } from './chosen-file.ts';
import { archiveOf, workbookFiles } from './test-workbook.ts';

const read = async (bytes: string | Uint8Array) =>
  await readChosenFile(new File([Buffer.from(bytes)], 'clientes.xlsx', { lastModified: 1 }));

test('CSV is sent as it is, and a workbook as CSV with what is to be said of it', async () => {
  const file = { name: 'clientes.xlsx', modifiedAt: 1, roundedCount: 0, sheet: undefined };
  expect(await read('Telefone\r\n')).toEqual({
    ...file,
    hiddenCount: 0,
    size: 10,
    content: expect.any(Blob),
  });
  const rows = '<row hidden="1"><c><v>1</v></c></row>';
  const archive = archiveOf(workbookFiles([{ name: 'Clientes', rows }]));
  const chosen = await read(archive);
  expect(chosen).toEqual({ ...file, hiddenCount: 1, size: archive.length, content: expect.any(Blob) });
  expect(typeof chosen === 'string' ? chosen : await chosen.content.text()).toBe('"1"\r\n');
});

test('a protected workbook, and a page or XML under another name, are explained', async () => {
  const container = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const encrypted = Buffer.concat([container, Buffer.from('EncryptedPackage', 'utf16le')]);
  expect(await read(encrypted)).toContain('tem senha');
  expect(await read(container)).toMatchObject({ size: 8 });
  for (const page of ['<table><tr><td>Telefone', '\ufeff\r\n<html>', '<?xml version="1.0"?><Workbook>'])
    expect(await read(page)).toContain('não é uma planilha do Excel por dentro');
});
