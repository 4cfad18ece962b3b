# SPDX-License-Identifier: BSD-3-Clause
# Configuration of sphinx for the guides.

from pathlib import Path

project = 'dpdk-mbuf'
release = (Path(__file__).parents[2] / 'VERSION').read_text(encoding='utf-8').strip()
version = '.'.join(release.split('.')[:2])

root_doc = 'index'
exclude_patterns = ['meson.build']
language = 'en'
smartquotes = False
highlight_language = 'none'
nitpicky = True

html_theme = 'alabaster'
html_theme_options = {'page_width': '1080px', 'sidebar_width': '240px'}
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
