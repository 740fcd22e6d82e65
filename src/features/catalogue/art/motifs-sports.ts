import { circle, group, n, path, ring } from './brush.ts';
import type { Motif } from './motifs.ts';
import { light, sparkle, stars } from './scenery.ts';

type Sport = 'baseball' | 'basketball' | 'football' | 'hockey';

/** A ball (or puck) of the sport, of radius 100 around the origin. */
const balls: Record<Sport, string> = {
  baseball: `${circle(0, 0, 100, '#f6f1e6')}<g fill="none" stroke="#c8352e" stroke-width="6"><path d="M-62-78C-16-40-16 40-62 78M62-78C16-40 16 40 62 78"/><path d="M-62-78C-16-40-16 40-62 78M62-78C16-40 16 40 62 78" stroke-width="22" stroke-dasharray="4 15"/></g>`,
  basketball: `${circle(0, 0, 100, '#d9742b')}<path d="M-100 0H100M0-100V100M-70-71C-22-34-22 34-70 71M70-71C22-34 22 34 70 71" fill="none" stroke="#2a1408" stroke-width="6"/>`,
  football: `${path('M-128 0C-86-88 86-88 128 0C86 88-86 88-128 0Z', '#8a4a26')}<path d="M-54 0H54M-36-16V16M-12-16V16M12-16V16M36-16V16M-92-46C-80-16-80 16-92 46M92-46C80-16 80 16 92 46" fill="none" stroke="#f4ede2" stroke-width="7"/>`,
  hockey: `${path('M-110-26C-110-58 110-58 110-26V26C110 58-110 58-110 26Z', '#17181d')}<ellipse cy="-26" rx="110" ry="30" fill="#30333c"/><path d="M-80-26C-60-40 60-40 80-26" fill="none" stroke="#8d93a3" stroke-width="5"/>`,
};

export function sportOf(setCode: string): Sport {
  const named = /(basketball|football|hockey)/.exec(setCode)?.[1];
  return (named as Sport | undefined) ?? 'baseball';
}

export const flight =
  (sport: Sport): Motif =>
  (chance, p) => {
    const turn = chance.between(-40, 40);
    let trail = '';
    for (let i = 1; i <= 6; i++) trail += circle(360 - i * 52, 330 + i * 58, 96 - i * 11, p.glow, 0.32 - i * 0.04);
    return (
      stars(chance, 20, '#fff', 400) +
      `<defs><g id="b">${path('M-16-240L0-620L16-240Z', p.glow, 0.3)}</g></defs>` +
      ring('b', 18, 370, 320, 1, turn) +
      trail +
      light(370, 320, 120, p.main) +
      group(`translate(370 320) rotate(${n(turn)}) scale(1.35)`, balls[sport]) +
      path('M-20 840V690C120 640 470 640 610 690V840Z', p.deep)
    );
  };

export const stadium =
  (sport: Sport): Motif =>
  (chance, p) => {
    const lamp = (x: number) =>
      `<rect x="${x - 5}" y="180" width="10" height="330" fill="${p.deep}"/><rect x="${x - 54}" y="130" width="108" height="62" rx="8" fill="${p.deep}"/>` +
      [0, 1, 2, 3, 4, 5].map((i) => circle(x - 36 + (i % 3) * 36, 148 + Math.floor(i / 3) * 27, 11, p.pale)).join('') +
      `<path d="M${x - 50} 190L${x - 190} 700H${x + 190}L${x + 50} 190Z" fill="${p.pale}" opacity=".12"/>`;
    let crowd = '';
    for (let i = 0; i < 60; i++) crowd += `M${chance.whole(0, 590)} ${chance.whole(440, 530)}h.1`;
    return (
      stars(chance, 14, '#fff', 260) +
      path('M0 420C160 380 430 380 590 420V600H0Z', p.second) +
      `<path d="${crowd}" stroke="${p.glow}" stroke-width="9" stroke-linecap="round" opacity=".75"/>` +
      lamp(130) +
      lamp(460) +
      path('M0 560C160 520 430 520 590 560V840H0Z', p.main) +
      path('M295 580L520 700L295 840L70 700Z', p.pale, 0.22) +
      group(
        `translate(295 ${n(chance.between(330, 400))}) scale(.9) rotate(${n(chance.between(-30, 30))})`,
        balls[sport],
      ) +
      path('M0 760C200 720 390 720 590 760V840H0Z', p.deep, 0.8)
    );
  };

export const trophy =
  (sport: Sport): Motif =>
  (chance, p) => {
    const rays = chance.pick([14, 18, 22]);
    return (
      `<defs><g id="y">${path('M-20 0L0-640L20 0Z', p.glow, 0.22)}</g></defs>` +
      ring('y', rays, 295, 370, 1, chance.between(0, 20)) +
      light(295, 340, 110, p.main) +
      path('M175 220H415C415 390 370 470 295 480C220 470 175 390 175 220Z', p.glow) +
      path('M295 220H415C415 390 370 470 295 480Z', p.main, 0.6) +
      `<path d="M178 250C100 240 96 350 204 372M412 250C490 240 494 350 386 372" fill="none" stroke="${p.glow}" stroke-width="20"/>` +
      path('M275 474H315L326 580H264ZM220 580H370V620H220ZM196 620H394V672H196Z', p.glow) +
      path('M295 474H315L326 580H295ZM295 580H370V620H295ZM295 620H394V672H295Z', p.main, 0.5) +
      group('translate(295 320) scale(.62)', balls[sport]) +
      sparkle(205, 190, 30, '#fff') +
      sparkle(410, 470, 22, '#fff') +
      path('M0 700C200 660 390 660 590 700V840H0Z', p.deep)
    );
  };
