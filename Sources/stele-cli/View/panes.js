// The panes of the page: dividers between them that a pointer or the keyboard moves, and one pane at a time in a narrow
// window.
'use strict';

const Panes = (() => {
  const STEP = 16;                          // pixels that an arrow key moves a divider by
  const LEAST = 140;                        // pixels that each pane keeps

  /** Makes a divider. It sets a property of `main`, which the style sheet makes a width or height of. */
  function divider(bar, main, { property, isVertical, size, extent, sign }) {
    const set = pixels => {
      const most = Math.max(LEAST, extent() - LEAST);
      main.style.setProperty(property(), `${Math.round(Math.max(LEAST, Math.min(most, pixels)))}px`);
      tell();
    };
    const tell = () => {
      bar.setAttribute('aria-orientation', isVertical() ? 'vertical' : 'horizontal');
      bar.setAttribute('aria-valuemin', LEAST);
      bar.setAttribute('aria-valuemax', Math.max(LEAST, Math.round(extent() - LEAST)));
      bar.setAttribute('aria-valuenow', Math.round(size()));
    };
    bar.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      event.preventDefault();
      bar.focus();
      bar.setPointerCapture(event.pointerId);
      const at = () => isVertical() ? 'clientX' : 'clientY', from = event[at()], before = size();
      const move = next => set(before + sign * (next[at()] - from));
      bar.addEventListener('pointermove', move);
      bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), { once: true });
    });
    bar.addEventListener('keydown', event => {
      const [less, more] = isVertical() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
      const to = { [less]: size() - sign * STEP, [more]: size() + sign * STEP, Home: LEAST, End: Infinity }[event.key];
      if (to !== undefined) set(to);
      else if (event.key === 'Enter') reset();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const reset = () => { main.style.removeProperty(property()); tell(); };
    bar.addEventListener('dblclick', reset);
    new ResizeObserver(tell).observe(main);
    return tell;
  }

  /** Makes the dividers, and the buttons that choose the pane of a narrow window; returns the function that chooses one. */
  function start(find) {
    const main = document.querySelector('main'), isLow = matchMedia('(max-width: 1080px)');
    const width = id => find(id).getBoundingClientRect().width, height = id => find(id).getBoundingClientRect().height;
    const tells = [divider(find('divide-left'), main, {
      property: () => '--left', isVertical: () => true, size: () => width('left'),
      extent: () => width('left') + width('middle'), sign: 1,
    }), divider(find('divide-right'), main, {
      property: () => isLow.matches ? '--low' : '--right', isVertical: () => !isLow.matches,
      size: () => isLow.matches ? height('right') : width('right'),
      extent: () => isLow.matches ? height('middle') + height('right') : width('middle') + width('right'), sign: -1,
    })];
    isLow.addEventListener('change', () => { for (const tell of tells) tell(); });
    const choose = name => {
      main.dataset.pane = name;
      for (const button of find('panes').children) button.setAttribute('aria-pressed', String(button.dataset.pane === name));
    };
    for (const button of find('panes').children) button.addEventListener('click', () => choose(button.dataset.pane));
    choose('middle');
    return choose;
  }

  return { start };
})();
