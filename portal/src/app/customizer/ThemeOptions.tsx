import { brand } from '#src/api/brand.ts'
import { swatchOf } from '../settings-theme.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { choices, choosesMode, offeredOptions } from '../settings/settings.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useT as useAppT } from '../use-t.ts'
import { Choices, Swatches } from './options.tsx'
import { Picture } from './Picture.tsx'
import { useT } from './use-t.ts'

/** Skin, Mode and Primary Color. */
export const ThemeOptions = () => {
  const t = useT()
  const tApp = useAppT()
  const settings = useSettings()
  const { skin, mode, themeColor } = settings
  const modes = choices.mode.filter((one) => one !== 'semi-dark' || offeredOptions(settings).semiDark)
  return (
    <section>
      <h3>{t('theming')}</h3>
      <Choices
        title={t('skin')}
        value={skin}
        choices={choices.skin.map((value) => ({ value, label: t(`skin.${value}`), picture: <Picture of={value} /> }))}
        onChoose={(value) => changeSettings({ skin: value })}
      />
      <Choices
        title={t('mode')}
        value={mode}
        choices={modes.map((value) => ({ value, label: tApp(`mode.${value}`), disabled: !choosesMode(brand) }))}
        hint={choosesMode(brand) ? undefined : t('mode.fixed', { brand: brand.name })}
        onChoose={(value) => changeSettings({ mode: value })}
      />
      <Swatches
        title={t('color')}
        value={themeColor}
        swatches={choices.themeColor.map((value) => ({ value, label: t(`color.${value}`), colour: swatchOf(brand, value) }))}
        onChoose={(value) => changeSettings({ themeColor: value })}
      />
    </section>
  )
}
