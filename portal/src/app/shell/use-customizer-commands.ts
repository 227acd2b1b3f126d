import { mdiSwapHorizontal, mdiPageLayoutSidebarLeft, mdiThemeLightDark } from '@mdi/js'
import { useMode } from '#src/kit/mode.ts'
import { useT as useCustomizerT } from '../customizer/use-t.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { choices, offeredOptions, type SettingsPatch } from '../settings/settings.ts'
import { useSettings, useWide } from '../settings/use-settings.ts'
import { useT } from '../use-t.ts'
import type { Command } from './command.ts'
import { useModes } from './PersonControls.tsx'

/** What the customizer offers, by name: each choice that is not made already. */
export const useCustomizerCommands = (): readonly Command[] => {
  const t = useT()
  const look = useCustomizerT()
  const settings = useSettings()
  const mode = useMode()
  const modes = useModes()
  const wide = useWide()
  const may = offeredOptions(settings)
  const to = (label: string, patch: SettingsPatch, icon = mdiPageLayoutSidebarLeft): Command => ({
    label,
    icon,
    run: () => changeSettings(patch),
  })
  const others = <V extends string>(values: readonly V[], now: V): readonly V[] => values.filter((one) => one !== now)
  return [
    ...others(modes, mode).map((one) => to(`${t('mode')}: ${t(`mode.${one}`)}`, { mode: one }, mdiThemeLightDark)),
    ...others(choices.skin, settings.skin).map((one) => to(`${look('skin')}: ${look(`skin.${one}`)}`, { skin: one }, mdiThemeLightDark)),
    ...others(wide ? choices.layout : [], settings.layout).map((one) =>
      to(`${look('menuLayout')}: ${look(`menuLayout.${one}`)}`, { layout: one }),
    ),
    ...others(choices.contentWidth, settings.contentWidth).map((one) =>
      to(`${look('contentWidth')}: ${look(`contentWidth.${one}`)}`, { contentWidth: one }),
    ),
    ...(may.menuToggle ? others(choices.verticalNavToggleType, settings.verticalNavToggleType) : []).map((one) =>
      to(`${look('menuToggle')}: ${look(`menuToggle.${one}`)}`, { verticalNavToggleType: one }),
    ),
    ...(may.menuHidden ? [to(t(settings.navHidden ? 'menu.show' : 'menu.hide'), { navHidden: !settings.navHidden })] : []),
    to(
      settings.direction === 'ltr' ? t('direction.rtl') : t('direction.ltr'),
      { direction: settings.direction === 'ltr' ? 'rtl' : 'ltr' },
      mdiSwapHorizontal,
    ),
  ]
}
