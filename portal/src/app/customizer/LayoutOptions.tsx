import { toast } from '#src/kit/toasts.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { choices, offeredOptions } from '../settings/settings.ts'
import { useSettings, useWide } from '../settings/use-settings.ts'
import { Choices, Switch } from './options.tsx'
import { Picture } from './Picture.tsx'
import { useT } from './use-t.ts'

const Widths = () => {
  const t = useT()
  const settings = useSettings()
  const { contentWidth, appBar, footer, appBarBlur } = settings
  const appBars = choices.appBar.filter((one) => one !== 'hidden' || offeredOptions(settings).hiddenAppBar)
  return (
    <section>
      <h3>{t('layout')}</h3>
      <Choices
        title={t('contentWidth')}
        value={contentWidth}
        choices={choices.contentWidth.map((value) => ({ value, label: t(`contentWidth.${value}`), picture: <Picture of={value} /> }))}
        onChoose={(value) => changeSettings({ contentWidth: value })}
      />
      <Choices
        title={t('appBar')}
        value={appBar}
        choices={appBars.map((value) => ({ value, label: t(value) }))}
        onChoose={(value) => changeSettings({ appBar: value })}
      />
      <Choices
        title={t('footer')}
        value={footer}
        choices={(['fixed', 'static', 'hidden'] as const).map((value) => ({ value, label: t(value) }))}
        onChoose={(value) => changeSettings({ footer: value })}
      />
      <Switch label={t('appBarBlur')} on={appBarBlur} onChange={(on) => changeSettings({ appBarBlur: on })} />
    </section>
  )
}

const Menu = () => {
  const t = useT()
  const wide = useWide()
  const settings = useSettings()
  const { layout, verticalNavToggleType, navCollapsed, navHidden } = settings
  const { menuToggle, menuCollapsed, menuHidden } = offeredOptions(settings)
  return (
    <section>
      <h3>{t('menu')}</h3>
      <Choices
        title={t('menuLayout')}
        value={layout}
        choices={choices.layout.map((value) => ({
          value,
          label: t(`menuLayout.${value}`),
          picture: <Picture of={value} />,
          disabled: value === 'horizontal' && !wide,
        }))}
        hint={wide ? undefined : t('menuLayout.hint')}
        onChoose={(value) => changeSettings({ layout: value })}
      />
      {menuToggle ? (
        <Choices
          title={t('menuToggle')}
          value={verticalNavToggleType}
          choices={choices.verticalNavToggleType.map((value) => ({ value, label: t(`menuToggle.${value}`) }))}
          onChoose={(value) => changeSettings({ verticalNavToggleType: value })}
        />
      ) : null}
      {menuCollapsed ? (
        <Switch label={t('menuCollapsed')} on={navCollapsed} onChange={(on) => changeSettings({ navCollapsed: on })} />
      ) : null}
      {menuHidden ? <Switch label={t('menuHidden')} on={navHidden} onChange={(on) => changeSettings({ navHidden: on })} /> : null}
    </section>
  )
}

/** As they lie on the screen: two rows of three. */
const corners = (['top', 'bottom'] as const).flatMap((edge) =>
  (['left', 'center', 'right'] as const).map((side) => `${edge}-${side}` as const),
)

/** SH6: where notices stand; the one that says so stands there already. */
const Toasts = () => {
  const t = useT()
  const { toastPosition } = useSettings()
  return (
    <Choices
      title={t('toasts')}
      value={toastPosition}
      columns={3}
      choices={corners.map((value) => ({ value, label: t(`toasts.${value}`) }))}
      onChoose={(value) => {
        changeSettings({ toastPosition: value })
        toast.info(t('toasts.sample'))
      }}
    />
  )
}

/** Content Width, AppBar and Footer Type, AppBar Blur, the menu's options, RTL and where notices stand. */
export const LayoutOptions = () => {
  const t = useT()
  const { direction } = useSettings()
  return (
    <>
      <Widths />
      <Menu />
      <section>
        <h3>{t('misc')}</h3>
        <Switch label={t('rtl')} on={direction === 'rtl'} onChange={(on) => changeSettings({ direction: on ? 'rtl' : 'ltr' })} />
      </section>
      <section>
        <h3>{t('notices')}</h3>
        <Toasts />
      </section>
    </>
  )
}
