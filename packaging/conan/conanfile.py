# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Recipe for Conan 2: the headers, hashlane::compiled, and the C library, shared and static. `conan create packaging/conan`
from a checkout."""
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir


class Hashlane(ConanFile):
    name = "hashlane"
    license = "Apache-2.0 OR MIT"
    description = "Hashing, MACs, XOFs and light-weight AEAD with the fastest instructions of the processor"
    topics = ("hash", "sha2", "sha3", "kangarootwelve", "ascon")
    settings = "os", "arch", "compiler", "build_type"

    @property
    def sources(self):
        """The checkout that this file lies in."""
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        config = load(self, os.path.join(self.sources, "include", "hashlane", "lanes", "config.hpp"))
        self.version = re.search(r'HASHLANE_VERSION "(.*)"', config)[1]

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE-*", "README.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md", "evidence.json",
                        "cmake/*", "include/*", "src/*", "faces/*", "tools/*", "docs/*", "examples/*", "compat/README.md",
                        "integrations/*"):
            copy(self, pattern, self.sources, self.export_sources_folder, excludes=("*/node_modules/*", "*/target/*"))

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["HASHLANE_BUILD_CLI"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE-*", self.source_folder, os.path.join(self.package_folder, "licenses"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        """Programs use the CMake package and the pkg-config files that Hashlane installs itself."""
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "hashlane")]
        self.cpp_info.libs = ["hashlane"]
        if self.settings.os == "Linux":
            self.cpp_info.system_libs = ["pthread"]
