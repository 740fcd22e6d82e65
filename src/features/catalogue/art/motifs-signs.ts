import { circle, group, n, path, ring } from './brush.ts';
import type { Motif } from './motifs.ts';
import { hills, light, ridge, sparkle, stars } from './scenery.ts';

export const planets: Motif = (chance, p) => {
  const [x, y] = [chance.between(230, 360), chance.between(300, 420)];
  let orbits = '';
  let bodies = '';
  const tilt = chance.between(-26, 26);
  for (let i = 0; i < 5; i++) {
    const rx = 110 + i * 62;
    orbits += `<ellipse rx="${rx}" ry="${n(rx * 0.36)}" fill="none" stroke="${p.pale}" stroke-opacity=".35" stroke-width="2"/>`;
    const angle = chance.between(0, 6.28);
    bodies += circle(
      Math.cos(angle) * rx,
      Math.sin(angle) * rx * 0.36,
      chance.between(9, 24),
      chance.pick([p.glow, p.main, p.pale, p.second]),
    );
  }
  return (
    stars(chance, 44, '#fff', 820) +
    light(x, y, 92, p.main) +
    group(
      `translate(${n(x)} ${n(y)}) rotate(${n(tilt)})`,
      orbits +
        circle(0, 0, 92, 'url(#blade)') +
        path('M-92 0C-60 34 60 34 92 0C60 60-60 60-92 0Z', p.pale, 0.35) +
        bodies,
    ) +
    sparkle(chance.between(60, 160), chance.between(130, 230), 40, p.glow) +
    sparkle(chance.between(430, 530), chance.between(520, 680), 46, p.pale, 0.7)
  );
};

export const flower: Motif = (chance, p) => {
  const petals = chance.pick([8, 10, 12, 14]);
  const petal = path('M0 0C54-70 50-170 0-226C-50-170-54-70 0 0Z', 'url(#blade)');
  return (
    `<defs><g id="t">${petal}</g></defs>` +
    stars(chance, 30, p.pale, 820) +
    light(295, 390, 110, p.glow) +
    ring('t', petals, 295, 390, 1.12) +
    ring('t', petals, 295, 390, 0.8, 180 / petals) +
    ring('t', petals, 295, 390, 0.5) +
    circle(295, 390, 46, p.deep) +
    circle(295, 390, 34, p.glow) +
    circle(295, 390, 14, '#fff')
  );
};

export const eye: Motif = (chance, p) => {
  const rays = chance.pick([16, 20, 24]);
  return (
    `<defs><g id="r">${path('M-7-160L0-330L7-160Z', p.glow, 0.7)}</g></defs>` +
    stars(chance, 26, '#fff', 820) +
    light(295, 380, 120, p.main) +
    ring('r', rays, 295, 380, 1) +
    ring('r', rays, 295, 380, 0.8, 180 / rays) +
    path('M70 380C150 250 440 250 520 380C440 510 150 510 70 380Z', p.deep) +
    path('M92 380C168 274 422 274 498 380C422 486 168 486 92 380Z', p.pale) +
    circle(295, 380, 92, p.second) +
    circle(295, 380, 78, 'url(#blade)') +
    `<ellipse cx="295" cy="380" rx="${n(chance.between(14, 40))}" ry="62" fill="#0a0b12"/>` +
    circle(324, 350, 15, '#fff', 0.9)
  );
};

export const sword: Motif = (chance, p) => {
  const gem = chance.pick([circle(0, 196, 17, p.glow), path('M0 176L18 196L0 216L-18 196Z', p.glow)]);
  return (
    stars(chance, 24, '#fff', 420) +
    `<g opacity=".5">${path('M295 0L120 840H470Z', 'url(#halo)')}</g>` +
    light(295, 330, 60, p.pale) +
    ridge(chance, 560, 110, 8, p.second, 0.6) +
    group(
      `translate(295 290) rotate(${n(chance.between(-7, 7))})`,
      path('M0-210L30-150V170H-30V-150Z', p.pale) +
        path('M0-210L30-150V170H0Z', p.main, 0.7) +
        path('M-5-150H5V150H-5Z', p.second, 0.6) +
        path('M-120 166C-80 190 80 190 120 166C116 200 90 214 40 214H-40C-90 214-116 200-120 166Z', p.deep) +
        path('M-14 214H14V330H-14Z', p.second) +
        circle(0, 344, 24, p.deep) +
        gem,
    ) +
    path('M40 840C110 640 220 600 295 610C370 600 490 650 550 840Z', p.deep) +
    hills(chance, 760, 50, p.deep) +
    sparkle(295, 96, 40, '#fff')
  );
};

export const storm: Motif = (chance, p) => {
  const shift = chance.between(-40, 40);
  const bank = (y: number, fill: string) => {
    let all = '';
    for (let i = 0; i < 6; i++)
      all += circle(i * 118 + chance.between(-20, 20), y + chance.between(-24, 24), chance.between(62, 104), fill);
    return all;
  };
  let rain = '';
  for (let i = 0; i < 26; i++) {
    const [x, y] = [chance.whole(0, 600), chance.whole(330, 780)];
    rain += `M${x} ${y}l-10 38`;
  }
  return (
    light(295 + shift, 400, 90, p.glow) +
    bank(120, p.second) +
    bank(190, p.deep) +
    group(
      `translate(${n(shift)} 0)`,
      path('M330 220L220 460H290L236 690L410 400H326L400 220Z', p.glow) +
        path('M330 220L262 420H300L264 590L372 420H312L374 220Z', '#fff', 0.8),
    ) +
    `<path d="${rain}" stroke="${p.pale}" stroke-width="3" opacity=".4" stroke-linecap="round"/>` +
    ridge(chance, 640, 120, 8, p.deep)
  );
};

export const mushrooms: Motif = (chance, p) => {
  const cap = (x: number, base: number, size: number, tall: number) => {
    let spots = '';
    for (const [dx, dy, r] of [
      [-0.5, -0.2, 0.12],
      [0, -0.45, 0.16],
      [0.45, -0.22, 0.13],
      [0.1, -0.12, 0.09],
    ] as const)
      spots += circle(x + dx * size, base - tall + dy * size, r * size, p.pale, 0.9);
    return (
      path(
        `M${n(x - size * 0.16)} ${base}C${n(x - size * 0.22)} ${n(base - tall * 0.5)} ${n(x - size * 0.14)} ${n(base - tall)} ${n(x)} ${n(base - tall)}S${n(x + size * 0.22)} ${n(base - tall * 0.5)} ${n(x + size * 0.18)} ${base}Z`,
        p.pale,
      ) +
      path(
        `M${n(x - size)} ${n(base - tall)}C${n(x - size)} ${n(base - tall - size * 0.95)} ${n(x + size)} ${n(base - tall - size * 0.95)} ${n(x + size)} ${n(base - tall)}C${n(x + size * 0.5)} ${n(base - tall + size * 0.2)} ${n(x - size * 0.5)} ${n(base - tall + size * 0.2)} ${n(x - size)} ${n(base - tall)}Z`,
        p.main,
      ) +
      spots
    );
  };
  let motes = '';
  for (let i = 0; i < 22; i++)
    motes += circle(
      chance.whole(20, 570),
      chance.whole(120, 760),
      chance.between(2, 6),
      p.glow,
      chance.between(0.4, 0.95),
    );
  return (
    light(chance.between(180, 410), 250, 70, p.glow) +
    hills(chance, 540, 90, p.second, 0.6) +
    cap(150, 740, chance.between(80, 100), chance.between(130, 190)) +
    cap(455, 760, chance.between(70, 90), chance.between(90, 150)) +
    cap(305, 780, chance.between(140, 165), chance.between(300, 380)) +
    hills(chance, 730, 40, p.deep) +
    motes
  );
};
