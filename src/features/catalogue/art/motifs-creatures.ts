import { circle, group, n, path } from './brush.ts';
import type { Motif } from './motifs.ts';
import { cloud, hills, light, ridge, sparkle, stars, waves } from './scenery.ts';

export const dragon: Motif = (chance, p) => {
  const flip = chance.next() < 0.5 ? -1 : 1;
  const [x, y] = [chance.between(180, 410), chance.between(210, 330)];
  const body =
    'M0 0C-34-46-96-70-168-64C-132-48-112-30-104-8C-86-20-66-18-54-2C-40-10-26-8-16 8C-34 24-44 48-40 84C-28 60-10 48 6 42C20 58 44 66 74 62C58 54 50 44 48 32C70 30 92 18 104-4C88 2 70 2 54-6C44-12 34-14 24-12C40-40 78-72 134-84C86-96 34-78 8-34C6-22 4-10 0 0Z';
  return (
    stars(chance, 18, '#fff', 300) +
    light(x, y, chance.between(70, 105), p.glow) +
    ridge(chance, 430, 130, 9, p.second, 0.7) +
    ridge(chance, 520, 110, 7, p.deep, 0.75) +
    group(
      `translate(${n(x - 50 * flip)} ${n(y)}) scale(${n(1.8 * flip)} 1.8) rotate(${n(chance.between(-16, 6))})`,
      path(body, p.deep) +
        path('M0 0C-34-46-96-70-168-64C-110-60-50-36-16 8Z', p.glow, 0.3) +
        path('M24-12C40-40 78-72 134-84C96-62 62-34 54-6Z', p.glow, 0.24),
    ) +
    hills(chance, 650, 90, p.deep)
  );
};

export const cat: Motif = (chance, p) => {
  const eye = p.glow;
  const slit = chance.between(5, 11);
  return (
    stars(chance, 26, '#fff', 380) +
    circle(295, 277, chance.between(180, 225), p.glow, 0.16) +
    circle(295, 277, chance.between(120, 150), p.glow, 0.22) +
    group(
      'translate(295 520) scale(1.68)',
      path('M-150 230L-176-30L-196-178L-108-92L0-116L108-92L196-178L176-30L150 230Z', p.deep) +
        path('M-196-178L-108-92L-134-12L-172-30ZM196-178L108-92L134-12L172-30Z', p.main) +
        path('M-108-92L0-116L0 40L-60 10L-134-12Z', p.second) +
        path('M108-92L0-116L0 40L60 10L134-12Z', p.second, 0.7) +
        path('M-134-12L-60 10L-44 96L-128 84ZM134-12L60 10L44 96L128 84Z', p.main, 0.45) +
        path('M-24 62L24 62L0 92Z', p.pale) +
        path('M-118-14C-98-40-64-36-46 6C-76 14-102 8-118-14ZM118-14C98-40 64-36 46 6C76 14 102 8 118-14Z', eye) +
        `<ellipse cx="-78" cy="-10" rx="${n(slit)}" ry="19" fill="#0b0c14"/><ellipse cx="78" cy="-10" rx="${n(slit)}" ry="19" fill="#0b0c14"/>` +
        path('M0-116L18-52L0-20L-18-52Z', eye, 0.85),
    )
  );
};

export const phoenix: Motif = (chance, p) => {
  const feathers = chance.pick([9, 11, 13]);
  let fan = '';
  for (let i = 0; i < feathers; i++) {
    const angle = -80 + (160 * i) / (feathers - 1);
    const scale = 1.06 - Math.abs(angle) / 260;
    fan += `<use href="#f" transform="translate(295 560) rotate(${n(angle)}) scale(${n(scale)})"/>`;
  }
  const feather = `<g id="f">${path('M0 0C62-150 54-310 0-430C-54-310-62-150 0 0Z', 'url(#blade)')}${circle(0, -340, 19, p.glow)}${circle(0, -340, 9, p.deep)}</g>`;
  return (
    `<defs>${feather}</defs>` +
    stars(chance, 24, p.glow, 800) +
    light(295, 470, 60, p.main) +
    fan +
    group(
      'translate(295 560)',
      path('M0-150C46-150 60-112 54-76C96-30 104 60 84 290H-84C-104 60-96-30-54-76C-60-112-46-150 0-150Z', p.deep) +
        circle(-22, -104, 8, p.glow) +
        circle(22, -104, 8, p.glow) +
        path('M-13-82H13L0-52Z', p.glow),
    )
  );
};

export const koi: Motif = (chance, p) => {
  const fish =
    path('M-150 0C-100-66 20-74 110-12C70 50-70 60-150 0Z', p.main) +
    path('M-130-8C-190-60-226-58-250-76C-240-30-244 10-262 60C-222 44-180 36-130 8Z', p.second) +
    path('M-40-48C-20-96 30-104 62-92C46-72 34-58 30-46ZM-20 40C-8 78 24 92 50 90C36 70 30 54 28 38Z', p.pale, 0.85) +
    path('M-90-30C-50-52 0-52 30-42C0-20-60-12-90-30ZM20-8C46-22 74-22 92-12C70 4 40 6 20-8Z', p.pale, 0.75) +
    circle(84, -16, 8, p.deep);
  const turn = chance.between(-35, 35);
  return (
    waves(chance, 120, [p.second, p.skyMiddle], 4) +
    light(chance.between(200, 390), 190, 48, p.glow) +
    group(`translate(330 380) rotate(${n(turn)})`, fish) +
    group(`translate(270 620) rotate(${n(turn + 168)}) scale(.72)`, fish) +
    [0, 1, 2, 3, 4, 5]
      .map(() => circle(chance.between(40, 550), chance.between(250, 780), chance.between(5, 18), p.pale, 0.25))
      .join('') +
    waves(chance, 690, [p.deep, p.second], 3)
  );
};

export const butterfly: Motif = (chance, p) => {
  const spots = chance.whole(2, 4);
  let spotted = '';
  for (let i = 0; i < spots; i++) spotted += circle(70 + i * 34, -80 - i * 26, 16 - i * 2, p.glow);
  const wing = `<g id="w">${path('M0 0C40-150 150-230 240-190C262-90 190-10 0 20Z', p.main)}${path('M0 10C90 20 190 70 176 160C120 210 40 150 0 40Z', p.second)}${path('M0 0C50-110 130-170 204-160C214-90 150-24 0 12Z', p.glow, 0.35)}${spotted}${circle(96, 100, 24, p.pale, 0.8)}${circle(96, 100, 10, p.deep)}</g>`;
  return (
    `<defs>${wing}</defs>` +
    stars(chance, 24, p.pale, 800) +
    light(295, 380, 90, p.glow) +
    hills(chance, 650, 90, p.deep, 0.8) +
    group(
      `translate(295 410) rotate(${n(chance.between(-14, 14))})`,
      `<use href="#w"/><use href="#w" transform="scale(-1 1)"/>${path('M-10-46C-14 40-8 120 0 168C8 120 14 40 10-46C6-66-6-66-10-46Z', p.deep)}<path d="M-4-54C-20-96-44-120-70-128M4-54C20-96 44-120 70-128" fill="none" stroke="${p.deep}" stroke-width="5" stroke-linecap="round"/>`,
    )
  );
};

export const owl: Motif = (chance, p) => {
  const eye = (x: number) =>
    circle(x, 0, 62, p.pale) + circle(x, 0, 44, p.glow) + circle(x, 0, 26, '#0b0c14') + circle(x + 10, -12, 8, '#fff');
  let chest = '';
  for (let row = 0; row < 5; row++)
    for (let i = 0; i <= row % 2; i++)
      chest += path(`M${row % 2 ? -56 + i * 80 : -14} ${140 + row * 38}q16 26 32 0`, p.glow, 0.7);
  return (
    stars(chance, 30, '#fff', 420) +
    light(chance.between(120, 470), 150, 64, p.pale) +
    group(
      'translate(295 400)',
      path(
        'M-150-70L-168-200L-84-142C-40-164 40-164 84-142L168-200L150-70C214 60 196 300 110 470H-110C-196 300-214 60-150-70Z',
        p.deep,
      ) +
        path(
          'M-150-40C-220 100-200 260-120 400C-150 240-140 90-110 40ZM150-40C220 100 200 260 120 400C150 240 140 90 110 40Z',
          p.second,
        ) +
        path('M-92 90C-40 130 40 130 92 90C110 220 80 340 0 420C-80 340-110 220-92 90Z', p.main, 0.55) +
        chest +
        eye(-74) +
        eye(74) +
        path('M-20 34L20 34L0 84Z', p.glow),
    ) +
    path(`M0 800C160 770 420 820 590 780V840H0Z`, p.deep)
  );
};

export const serpent: Motif = (chance, p) => {
  const curve = chance.between(60, 110);
  const d = `M295 830C${n(295 + curve * 2.4)} 740 ${n(295 + curve * 2)} 620 295 560S${n(295 - curve * 2.2)} 420 295 340S${n(295 + curve * 1.4)} 210 330 170`;
  return (
    stars(chance, 22, '#fff', 360) +
    light(330, 190, 84, p.glow) +
    hills(chance, 560, 120, p.second, 0.6) +
    `<g fill="none" stroke-linecap="round"><path d="${d}" stroke="${p.deep}" stroke-width="86"/><path d="${d}" stroke="${p.main}" stroke-width="66"/><path d="${d}" stroke="${p.glow}" stroke-width="26" stroke-dasharray="2 34"/></g>` +
    group(
      'translate(330 160) rotate(-18)',
      path('M-62 20C-70-40-34-84 6-92C60-96 92-50 84-14C60 30-20 60-62 20Z', p.main) +
        path('M-30-74L-72-140L-8-96ZM24-94L40-160L60-84Z', p.deep) +
        circle(30, -46, 14, p.glow) +
        circle(33, -46, 6, '#0b0c14') +
        path('M84-14L118-4L92 6Z', p.pale),
    ) +
    cloud(chance.between(90, 200), 700, 130, p.pale, 0.3) +
    cloud(chance.between(380, 520), 760, 150, p.pale, 0.3) +
    sparkle(chance.between(80, 160), chance.between(120, 260), 22, p.pale)
  );
};
