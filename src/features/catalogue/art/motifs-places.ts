import { circle, group, n, path } from './brush.ts';
import type { Motif } from './motifs.ts';
import { cloud, hills, light, ridge, sparkle, stars, waves } from './scenery.ts';

export const crystals: Motif = (chance, p) => {
  const shard = (x: number, base: number, tall: number, wide: number) =>
    path(
      `M${n(x)} ${n(base - tall)}L${n(x - wide)} ${n(base - tall * 0.72)}L${n(x - wide * 0.8)} ${n(base)}H${n(x)}Z`,
      p.pale,
    ) +
    path(
      `M${n(x)} ${n(base - tall)}L${n(x + wide)} ${n(base - tall * 0.7)}L${n(x + wide * 0.85)} ${n(base)}H${n(x)}Z`,
      p.main,
    ) +
    path(
      `M${n(x)} ${n(base - tall)}L${n(x - wide * 0.3)} ${n(base - tall * 0.66)}L${n(x)} ${n(base)}L${n(x + wide * 0.3)} ${n(base - tall * 0.62)}Z`,
      p.glow,
      0.7,
    );
  let all = '';
  const count = chance.whole(5, 7);
  for (let i = 0; i < count; i++)
    all += shard(
      70 + (i * 450) / (count - 1),
      800 - Math.abs(i - count / 2) * 6,
      chance.between(220, 430),
      chance.between(34, 52),
    );
  return (
    stars(chance, 26, '#fff') +
    light(295, 250, 40, p.pale) +
    ridge(chance, 470, 130, 8, p.second, 0.6) +
    all +
    shard(295, 800, chance.between(540, 600), 66) +
    sparkle(295, 222, 46, '#fff') +
    sparkle(chance.between(110, 190), chance.between(300, 400), 20, '#fff') +
    sparkle(chance.between(400, 480), chance.between(280, 380), 24, '#fff') +
    hills(chance, 770, 30, p.deep)
  );
};

export const castle: Motif = (chance, p) => {
  const tower = (x: number, y: number, wide: number, tall: number) =>
    `<rect x="${n(x - wide / 2)}" y="${n(y - tall)}" width="${n(wide)}" height="${n(tall)}" fill="${p.pale}"/><rect x="${n(x)}" y="${n(y - tall)}" width="${n(wide / 2)}" height="${n(tall)}" fill="${p.main}" opacity=".35"/>` +
    path(
      `M${n(x - wide * 0.72)} ${n(y - tall)}L${n(x)} ${n(y - tall - wide * 1.7)}L${n(x + wide * 0.72)} ${n(y - tall)}Z`,
      p.second,
    ) +
    `<rect x="${n(x - 5)}" y="${n(y - tall * 0.75)}" width="10" height="22" rx="5" fill="${p.deep}"/>`;
  const heights = [chance.between(110, 150), chance.between(190, 250), chance.between(130, 170)];
  return (
    light(chance.between(390, 490), chance.between(130, 200), 62, p.glow) +
    cloud(120, chance.between(180, 300), 120, '#fff', 0.4) +
    cloud(470, chance.between(330, 420), 130, '#fff', 0.4) +
    group(
      'translate(0 10)',
      tower(205, 520, 58, heights[0] as number) +
        tower(385, 520, 58, heights[2] as number) +
        tower(295, 524, 84, heights[1] as number) +
        path(
          'M66 510C160 490 430 490 524 510C470 570 410 590 376 660C350 716 322 740 295 800C268 740 240 716 214 660C180 590 120 570 66 510Z',
          p.deep,
        ) +
        path('M66 510C160 486 430 486 524 510C440 548 150 548 66 510Z', p.main),
    ) +
    cloud(150, 660, 140, '#fff', 0.6) +
    cloud(450, 720, 160, '#fff', 0.6) +
    sparkle(100, 120, 16, '#fff')
  );
};

export const moonlitSea: Motif = (chance, p) => {
  const [x, y, r] = [chance.between(220, 370), chance.between(210, 280), chance.between(100, 132)];
  return (
    stars(chance, 34, '#fff') +
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 2.6)}" fill="url(#halo)"/>` +
    `<mask id="m"><rect width="590" height="840" fill="#fff"/>${circle(x + r * 0.34, y - r * 0.2, r * 0.84, '#000')}</mask><circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${p.pale}" mask="url(#m)"/>` +
    waves(chance, 450, [p.second, p.skyMiddle]) +
    group(
      `translate(${n(chance.between(200, 390))} 560) scale(1.3)`,
      path('M-100 0H100C90 40 60 56 40 58H-44C-70 54-90 36-100 0Z', p.deep) +
        path('M-6-180C60-140 84-80 88-14H-6Z', p.pale) +
        path('M-16-150C-60-110-78-60-82-14H-16Z', p.main) +
        `<rect x="-14" y="-190" width="7" height="192" fill="${p.deep}"/>`,
    ) +
    waves(chance, 610, [p.second, p.deep], 4)
  );
};

export const volcano: Motif = (chance, p) => {
  const lean = chance.between(-30, 30);
  let sparks = '';
  for (let i = 0; i < 16; i++)
    sparks += circle(
      295 + chance.between(-150, 150),
      chance.between(70, 380),
      chance.between(2, 7),
      p.glow,
      chance.between(0.5, 1),
    );
  return (
    light(295, 330, 70, p.glow) +
    path(
      `M250 400C230 300 ${n(200 + lean)} 230 ${n(250 + lean)} 90C${n(290 + lean)} 170 ${n(320 + lean)} 150 ${n(330 + lean)} 60C390 190 370 310 340 400Z`,
      p.main,
      0.9,
    ) +
    path(`M272 400C262 330 ${n(256 + lean)} 280 ${n(284 + lean)} 200C${n(310 + lean)} 260 330 320 318 400Z`, p.glow) +
    sparks +
    path('M-60 840L210 400C240 384 350 384 380 400L650 840Z', p.deep) +
    path('M210 400C240 384 350 384 380 400C350 416 240 416 210 400Z', p.glow) +
    path(`M262 406L280 520L256 600L${n(290 + lean)} 700L280 840H330L322 700L336 600L312 520L326 406Z`, p.main) +
    path(`M280 408L296 520L282 610L300 720L298 840H312L312 720L318 610L306 520L312 408Z`, p.glow) +
    ridge(chance, 700, 90, 9, p.deep, 0.9)
  );
};

export const forest: Motif = (chance, p) => {
  const pine = (x: number, base: number, size: number, fill: string) =>
    path(
      `M${n(x)} ${n(base - size * 2.6)}L${n(x + size * 0.5)} ${n(base - size * 1.6)}H${n(x + size * 0.28)}L${n(x + size * 0.75)} ${n(base - size * 0.7)}H${n(x + size * 0.4)}L${n(x + size)} ${n(base)}H${n(x - size)}L${n(x - size * 0.4)} ${n(base - size * 0.7)}H${n(x - size * 0.75)}L${n(x - size * 0.28)} ${n(base - size * 1.6)}H${n(x - size * 0.5)}Z`,
      fill,
    );
  let back = '';
  for (let i = 0; i < 8; i++) back += pine(i * 84 + chance.between(-20, 20), 690, chance.between(60, 96), p.second);
  let front = '';
  for (let i = 0; i < 5; i++) front += pine(i * 148 + chance.between(-30, 30), 850, chance.between(96, 150), p.deep);
  const aurora = (y: number, fill: string) =>
    `<path d="M-20 ${n(y)}C120 ${n(y - 130)} 220 ${n(y + 90)} 330 ${n(y - 30)}S520 ${n(y - 100)} 620 ${n(y - 40)}" fill="none" stroke="${fill}" stroke-width="${n(chance.between(34, 64))}" opacity=".4" stroke-linecap="round"/>`;
  return (
    stars(chance, 34, '#fff') +
    aurora(chance.between(150, 220), p.glow) +
    aurora(chance.between(240, 320), p.main) +
    light(chance.between(120, 470), 150, 34, p.pale) +
    ridge(chance, 430, 120, 7, p.second, 0.45) +
    back +
    front
  );
};

export const tree: Motif = (chance, p) => {
  let branches = '';
  let leaves = '';
  const grow = (x: number, y: number, length: number, angle: number, depth: number) => {
    const endX = x + Math.cos(angle) * length;
    const endY = y + Math.sin(angle) * length;
    branches += `M${n(x)} ${n(y)}L${n(endX)} ${n(endY)}`;
    if (depth === 0) {
      leaves += circle(endX, endY, chance.between(22, 44), chance.pick([p.main, p.glow, p.second]), 0.75);
      return;
    }
    const spread = chance.between(0.34, 0.62);
    grow(endX, endY, length * chance.between(0.7, 0.82), angle - spread, depth - 1);
    grow(endX, endY, length * chance.between(0.7, 0.82), angle + spread, depth - 1);
  };
  grow(295, 730, 170, -Math.PI / 2, 4);
  return (
    stars(chance, 20, '#fff', 300) +
    light(295, 330, 120, p.pale) +
    hills(chance, 560, 80, p.second, 0.6) +
    leaves +
    `<path d="${branches}" fill="none" stroke="${p.deep}" stroke-width="11" stroke-linecap="round"/><path d="M270 760L286 560H306L322 760Z" fill="${p.deep}"/>` +
    hills(chance, 715, 40, p.deep)
  );
};

export const lighthouse: Motif = (chance, p) => {
  const tilt = chance.between(-10, 10);
  return (
    stars(chance, 30, '#fff', 380) +
    group(`translate(300 262) rotate(${n(tilt)})`, path('M0 0L-420-110L-420 60ZM0 0L420-60L420 110Z', p.glow, 0.32)) +
    light(300, 262, 24, p.glow) +
    waves(chance, 560, [p.second, p.skyMiddle], 3) +
    path('M90 840C120 690 210 640 300 636C400 640 480 700 520 840Z', p.deep) +
    path('M262 640L276 300H324L338 640Z', p.pale) +
    path('M273 380H327L329 440H270ZM267 520H333L336 580H264Z', p.main) +
    path('M266 300H334V284H266ZM276 284V240H324V284ZM270 240L300 204L330 240Z', p.deep) +
    circle(300, 262, 13, p.glow) +
    waves(chance, 720, [p.second, p.deep], 3)
  );
};
