/** Of each chart, in CSS pixels. */
export const CHART_HEIGHT = 300;
