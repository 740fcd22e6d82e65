import { Monitor, Moon, MoonStar, Sun } from 'lucide-react';
import { themeNames } from '#kernel/specified-texts.ts';
import { Icon } from '../icon.tsx';
import { Menu, MenuRadio } from '../menu.tsx';
import type { ThemeAnswer, ThemeChoice } from './theme.ts';
import { chooseTheme, useTheme } from './theme-browser.ts';

const choices: { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: themeNames.light, icon: Sun },
  { value: 'dark', label: themeNames.dark, icon: Moon },
  { value: 'midnight', label: themeNames.midnight, icon: MoonStar },
  { value: 'system', label: themeNames.system, icon: Monitor },
];

export interface ThemeMenuProps {
  /** What the server decided by. */
  answer: ThemeAnswer;
  /** Called after the choice is applied, to store it on the member's profile. */
  onChosen?: (choice: ThemeChoice) => void;
}

export function ThemeMenu({ answer, onChosen }: ThemeMenuProps) {
  const choice = useTheme(answer);
  return (
    <Menu
      label="Theme"
      testId="theme-menu"
      trigger={
        // The style sheet shows the one of the theme in force: the server can't know what the device's system says.
        <>
          <Icon of={Sun} size={20} className="t-light" />
          <Icon of={Moon} size={20} className="t-dark" />
          <Icon of={MoonStar} size={20} className="t-midnight" />
        </>
      }
    >
      {choices.map(({ value, label, icon }) => (
        <MenuRadio
          key={value}
          icon={icon}
          checked={value === choice}
          onChoose={() => {
            chooseTheme(value);
            onChosen?.(value);
          }}
        >
          {label}
        </MenuRadio>
      ))}
    </Menu>
  );
}
