const openers = new WeakMap<HTMLDialogElement, Element | null>();

// jsdom has the element, but not its ways to open and close; like a browser, closing gives the focus back while it is on the page.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement): void {
  openers.set(this, document.activeElement);
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement): void {
  this.open = false;
  const opener = openers.get(this);
  if (this.isConnected && opener instanceof HTMLElement) opener.focus();
};
