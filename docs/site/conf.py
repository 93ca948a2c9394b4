# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Sphinx reads this file. The sources that it builds are those that docs/site/stage.py has laid out below build/docs."""
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
CONFIG = (ROOT / "include" / "hashlane" / "lanes" / "config.hpp").read_text("utf-8")

project = "Hashlane"
author = "The authors of Hashlane"
project_copyright = "the authors of Hashlane. Licensed Apache-2.0 OR MIT"
version = release = re.search(r'HASHLANE_VERSION "(.*)"', CONFIG)[1]
extensions = ["myst_parser", "sphinx_copybutton", "reference"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
highlight_language = "text"
nitpicky = False
toc_object_entries_show_parents = "hide"
python_maximum_signature_line_length = 80
python_display_short_literal_types = True
hashlane_doxygen = os.environ["HASHLANE_DOXYGEN"]

html_theme = "furo"
html_title = f"Hashlane {release}"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_extra_path = [path for path in os.environ.get("HASHLANE_MORE", "").split(os.pathsep) if path]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": []}
copybutton_prompt_text = "$ "
