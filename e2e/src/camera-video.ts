import { writeFileSync } from 'node:fs';
import { encodeQR } from 'qr';

const [WIDTH, HEIGHT] = [640, 480];
const MODULE_PX = 7;
const [DARK, LIGHT, NO_COLOR] = [30, 225, 128];

/** A camera's picture of a QR code on a screen, as a video (YUV4MPEG2) that Chromium takes for its camera. */
export function writeCameraVideo(path: string, text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'high' });
  const left = Math.floor((WIDTH - modules.length * MODULE_PX) / 2);
  const top = Math.floor((HEIGHT - modules.length * MODULE_PX) / 2);
  const frame = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, NO_COLOR);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const row = modules[Math.floor((y - top) / MODULE_PX)];
      frame[y * WIDTH + x] = row?.[Math.floor((x - left) / MODULE_PX)] ? DARK : LIGHT;
    }
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`;
  const pictures = Array.from({ length: 10 }, () => [Buffer.from('FRAME\n'), frame]).flat();
  writeFileSync(path, Buffer.concat([Buffer.from(head), ...pictures]));
  return path;
}
