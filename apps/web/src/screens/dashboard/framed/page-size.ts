/** Pixels that the page would take without being scrolled: the dashboard scrolls within it. */
export function pageSize(): { width: number; height: number } {
  const { documentElement: page } = document;
  const content = contentOf();
  const last = content?.lastElementChild;
  if (!content || !last) return { width: page.scrollWidth, height: page.scrollHeight };
  const shown = last.getBoundingClientRect().bottom - content.getBoundingClientRect().top + content.scrollTop;
  const below = Number.parseFloat(getComputedStyle(content).paddingBottom) || 0;
  const around = page.clientHeight - content.clientHeight;
  return { width: page.scrollWidth, height: Math.ceil(around + shown + below) };
}

/** Calls back with the size of the page, now and whenever it has become another. Answers what ends that. */
export function observeSize(onSize: (size: { width: number; height: number }) => void): () => void {
  let told = '';
  const look = () => {
    const size = pageSize();
    if (told === JSON.stringify(size)) return;
    told = JSON.stringify(size);
    onSize(size);
  };
  const observer = new ResizeObserver(look);
  const content = contentOf();
  for (const each of [document.documentElement, content, content?.lastElementChild])
    if (each) observer.observe(each);
  return () => observer.disconnect();
}

function contentOf(): Element | null {
  return document.querySelector('[data-picture="dashboard"]');
}
