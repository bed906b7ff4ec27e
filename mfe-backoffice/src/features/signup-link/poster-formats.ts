export interface PosterFormat {
  label: string;
  /** What the dialog says about it. */
  hint: string;
  /** The sheet, as `@page` names it. */
  paper: 'A4' | 'A5';
  widthMm: number;
  /** A tent has two faces on its sheet, the upper one turned: both stand upright once it is folded. */
  isTent: boolean;
}

const A4 = { paper: 'A4', widthMm: 210 } as const;
const A5 = { paper: 'A5', widthMm: 148 } as const;
const FOLD = 'dobrada ao meio. A metade de cima sai de cabeça para baixo: dobre na linha e apoie na mesa.';

/** The sizes of the poster, by the value of their choice. */
export const POSTER_FORMATS = {
  a4: { ...A4, label: 'Cartaz A4', hint: 'Uma folha A4 para o balcão ou a vitrine.', isTent: false },
  a5: { ...A5, label: 'Cartaz A5', hint: 'Metade de uma folha A4, para o balcão.', isTent: false },
  tent: { ...A4, label: 'Prisma de mesa grande (A5)', hint: `Uma folha A4 ${FOLD}`, isTent: true },
  smallTent: { ...A5, label: 'Prisma de mesa pequeno (A6)', hint: `Uma folha A5 ${FOLD}`, isTent: true },
} satisfies Record<string, PosterFormat>;

export type PosterFormatName = keyof typeof POSTER_FORMATS;
